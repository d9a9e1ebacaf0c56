import { writeFile } from 'node:fs/promises';
import { arcticM, arcticS, libraryVersion } from '../../src/embed/webllm/models.ts';
import { say } from '../say.ts';
import { fetchLibraries } from './fetch-libraries.ts';
import { pinsFile, readPins } from './pins.ts';

/** `npm run webllm:libraries`, for a maintainer who is online: puts the model libraries where the build packs them from. `-- --pin` takes ones that are new. */

const names = [arcticS, arcticM].map(({ library }) => library);

async function get(address: string): Promise<Uint8Array> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answers with ${answer.status}.`);
  return new Uint8Array(await answer.arrayBuffer());
}

try {
  const pins = await fetchLibraries({
    names,
    pins: await readPins(),
    pin: process.argv.includes('--pin'),
    get,
    folder: 'public',
  });
  await writeFile(pinsFile, `${JSON.stringify(pins, null, 2)}\n`);
  say(
    `The libraries of ${libraryVersion} lie in public/webllm. Try them by \`npm run try:webllm\` before you ship them.`,
  );
} catch (fault) {
  say(`Nothing was taken. ${fault instanceof Error ? fault.message : String(fault)}`);
  say(
    'A library that is not pinned yet is taken by `npm run webllm:libraries -- --pin`. Commit scripts/webllm/pins.json then.',
  );
  process.exitCode = 1;
}
