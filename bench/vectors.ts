import { parseArgs } from 'node:util';
import { measureInChromium } from './vectors/in-chromium.ts';
import { recallOnTexts } from './vectors/texts.ts';

const usage = `npm run bench:vectors -- [DIR] [--texts]

The index of vectors in Chromium: how fast it scans, beside plain JavaScript and beside merely reading the memory; how much it finds; how soon it is there.
With DIR, also what it finds on the texts of the question sets there (*.json), which the bundled model reads in Node. --texts: only that.`;

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
  if (folder !== undefined) await recallOnTexts(folder, console.log);
}
