import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { temporaryFolder } from '../scripts/browsers/index.ts';
import { buildKernels } from '../scripts/kernels/build.ts';
import { buildForBench } from './chromium/extension.ts';
import { workerSite, type WorkerSite } from './chromium/worker-site.ts';
import { interactionTimes } from './search/extension/interaction.ts';
import { firstAnswer } from './search/extension/first-answer.ts';
import { seededProfile, addSeedPage } from './search/extension/seeded.ts';
import { lineOf, median, type Figure } from './search/figures.ts';
import { recordFigures } from './search/recorded-figures.ts';
import { hybridSideBySide, sideBySide } from './search/side-by-side.ts';

const usage = `npm run bench:search -- [SIZE …] [--libraries | --hybrid | --extension | --interaction] [--keep]

Compares Commonplace's keyword search with stock MiniSearch, SQLite's FTS5 and Orama, all in Chromium, over SIZE notes
(default: 1000 10000 100000). Each line has a ratio per library: its figure divided by ours. Above 1, ours is better.
Times of queries are p50/p95, in milliseconds. Queries are timed after the same warm-up in every library; first answers
are timed in a browser that has just started.
--libraries: skips the built extension. --extension: only measures the built extension. --hybrid: only compares hybrid search with Orama's, over at most 10,000 notes. --interaction: only compares hybrid searches of the built extension with and without late interaction. --keep: writes the figures to bench/search/recorded/after.json.`;

const starts = 5;

/** With more notes, Orama's vectors, which are JavaScript arrays, need more memory than a browser tab has. */
const maxHybridSize = 10_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    libraries: { type: 'boolean' },
    hybrid: { type: 'boolean' },
    extension: { type: 'boolean' },
    interaction: { type: 'boolean' },
    keep: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
const sizes = positionals.length > 0 ? positionals.map(Number) : [1_000, 10_000, 100_000];

if (values.help || !sizes.every((size) => Number.isInteger(size) && size > 0)) {
  console.error(usage);
  process.exitCode = values.help ? 0 : 2;
} else if (values.interaction) {
  const extension = await buildForBench();
  await addSeedPage(extension);
  for (const size of sizes) {
    const times = await interactionTimes(extension, size);
    const [withInteraction, without] = [median(times.with), median(times.without)];
    console.log(
      `${size} memories, hybrid search: ${withInteraction.toFixed(1)} ms with late interaction, ${without.toFixed(1)} without: ${(withInteraction / without).toFixed(2)} times (goal: at most 1.25)`,
    );
  }
} else {
  const site = values.extension
    ? undefined
    : await workerSite(`${import.meta.dirname}/search/worker.ts`, await indexKernel());
  const extension = values.libraries || values.hybrid ? undefined : await buildForBench();
  if (extension !== undefined) await addSeedPage(extension);
  for (const size of sizes) {
    const figures = site === undefined ? [] : await besideLibraries(site, size);
    if (values.keep) recordFigures({ [size]: figures });
    if (extension !== undefined) figures.push(...(await inExtension(extension, size)));
    if (values.keep) recordFigures({ [size]: figures });
  }
  await site?.close();
}

async function besideLibraries(site: WorkerSite, size: number): Promise<Figure[]> {
  console.log(`${size} notes, each library in a worker`);
  const figures = values.hybrid ? [] : await sideBySide(site, size);
  if (size <= maxHybridSize) figures.push(await hybridSideBySide(site, size));
  for (const figure of figures) console.log(lineOf(figure));
  return figures;
}

/** Returns the file to serve, by its path on the site. */
async function indexKernel(): Promise<Record<string, string>> {
  const folder = temporaryFolder('bench-kernels');
  await buildKernels([{ source: 'src/search/vector/kernel/index.ts', out: 'index.wasm', flags: [] }], folder);
  return { '/kernels/index.wasm': join(folder, 'index.wasm') };
}

async function inExtension(extension: string, size: number): Promise<Figure[]> {
  console.log(`${size} memories in the extension, from opening the popup's page to the first answer`);
  const profile = await seededProfile(extension, size);
  const figures: Figure[] = [];
  for (const mode of ['keyword', 'hybrid'] as const) {
    const times: (number | undefined)[] = [];
    for (let start = 0; start < starts; start++) times.push(await firstAnswer(extension, profile, mode));
    const answered = times.filter((time) => time !== undefined);
    console.log(
      `  ${mode.padEnd(16)} ${answered.length === 0 ? 'no answer in this mode' : `${median(answered).toFixed(0)} ms (${answered.map((time) => time.toFixed(0)).join(', ')})`}`,
    );
    if (answered.length > 0)
      figures.push({ name: `extension, first answer, ${mode}`, unit: 'ms', values: { commonplace: median(answered) } });
  }
  return figures;
}
