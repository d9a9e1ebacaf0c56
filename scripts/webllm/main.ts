import { writeFile } from 'node:fs/promises';
import { arcticM, arcticS, libraryVersion } from '../../src/embed/webllm/models.ts';
import { say } from '../say.ts';
import { fetchLibraries } from './fetch-libraries.ts';
import { pinsFile, readPins } from './pins.ts';

/** `npm run webllm:libraries` downloads the model libraries for the build. `-- --pin` also accepts new ones. */

const names = [arcticS, arcticM].map(({ library }) => library);

async function get(address: string): Promise<Uint8Array> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} returned ${answer.status}.`);
  return new Uint8Array(await answer.arrayBuffer());
}

try {
  const pins = await fetchLibraries({
    names,
    pins: await readPins(),
    pinNew: process.argv.includes('--pin'),
    get,
    folder: 'public',
  });
  await writeFile(pinsFile, `${JSON.stringify(pins, null, 2)}\n`);
  say(
    `The model libraries (version ${libraryVersion}) are in public/webllm. Try them with \`npm run try:webllm\` before you ship them.`,
  );
} catch (fault) {
  say(`Not all libraries were downloaded. ${fault instanceof Error ? fault.message : String(fault)}`);
  say('To accept a new library, run `npm run webllm:libraries -- --pin` and commit scripts/webllm/pins.json.');
  process.exitCode = 1;
}
