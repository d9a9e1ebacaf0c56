import { parseArgs } from 'node:util';
import { builtForBench } from './chromium/extension.ts';
import { workerSite } from './chromium/worker-site.ts';
import { firstAnswer } from './search/extension/first-answer.ts';
import { seededProfile, withSeedPage } from './search/extension/seeded.ts';
import { median } from './search/figures.ts';
import { sideBySide } from './search/side-by-side.ts';

const usage = `npm run bench:search -- [SIZE …]

Searches SIZE notes (default: 10000 100000) by word in Chromium, beside stock MiniSearch and Orama. First in each line stands how many times the others' figure is ours.
Times are in milliseconds, p50/p95 where there are two; a first answer is taken in a browser just started.`;

const starts = 5;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
const sizes = positionals.length > 0 ? positionals.map(Number) : [10_000, 100_000];

if (values.help || !sizes.every((size) => Number.isInteger(size) && size > 0)) {
  console.error(usage);
  process.exitCode = values.help ? 0 : 2;
} else {
  const site = await workerSite(`${import.meta.dirname}/search/worker.ts`, {});
  const extension = await builtForBench();
  await withSeedPage(extension);
  for (const size of sizes) {
    console.log(`${size} notes, each library in a worker`);
    for (const line of await sideBySide(site, size)) console.log(line);
    console.log(`${size} memories in the extension, from the opening of the popup's page to the first answer`);
    const profile = await seededProfile(extension, size);
    for (const mode of ['keyword', 'hybrid'] as const) {
      const times: (number | undefined)[] = [];
      for (let start = 0; start < starts; start++) times.push(await firstAnswer(extension, profile, mode));
      const answered = times.filter((time) => time !== undefined);
      console.log(`  ${mode.padEnd(16)} ${answered.length === 0 ? 'not answered so' : `${median(answered).toFixed(0)} ms (${answered.map((time) => time.toFixed(0)).join(', ')})`}`);
    }
  }
  await site.close();
}
