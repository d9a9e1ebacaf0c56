import { parseArgs } from 'node:util';
import { buildKernels } from '../scripts/kernels/build.ts';
import { measureInChromium } from './vectors/in-chromium.ts';
import { recallOnTexts } from './vectors/texts.ts';

const usage = `npm run bench:vectors -- [DIR] [--texts]

Measures the vector index in Chromium: scan speed (compared with plain JavaScript, and with only reading the memory), recall, and time to the first answer.
With DIR, also measures the recall on the texts of the question sets in that folder (*.json), embedded by the bundled model in Node. --texts: measures only that.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { texts: { type: 'boolean' }, help: { type: 'boolean' } },
});
const [folder] = positionals;

if (values.help || positionals.length > 1 || (values.texts && folder === undefined)) {
  console.error(usage);
  process.exitCode = values.help ? 0 : 2;
} else {
  if (!values.texts) await measureInChromium(console.log);
  if (folder !== undefined) {
    await buildKernels();
    await recallOnTexts(folder, console.log);
  }
}
