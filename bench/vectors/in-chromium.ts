import { join } from 'node:path';
import { buildKernels } from '../../scripts/kernels/build.ts';
import { temporaryFolder } from '../../scripts/browsers/index.ts';
import { workerSite, type WorkerSite } from '../chromium/worker-site.ts';
import { model } from '../../src/embed/bundled/model.ts';
import type { Mixture } from './mixture.ts';
import type { LoadAnswer, ScanAnswer } from './questions.ts';

/** How often each stored index is loaded, each time in a new browser. */
const loads = 3;
const seed = 20_261_121;
const mixtures: Omit<Mixture, 'seed' | 'dimensions'>[] = [
  { noise: 'flat', clusters: 500, count: 10_000 },
  ...(['even', 'flat'] as const).flatMap((noise) =>
    [500, 50, 5].map((clusters) => ({ noise, clusters, count: 100_000 })),
  ),
];

export async function measureInChromium(report: (line: string) => void): Promise<void> {
  // `index` scans vectors; `floor` only reads the same number of bytes.
  const kernels = temporaryFolder('bench-kernels');
  const files = Object.fromEntries(
    ['index', 'floor'].map((name) => [`/kernels/${name}.wasm`, join(kernels, `${name}.wasm`)]),
  );
  await buildKernels(
    ['index', 'floor'].map((name) => ({
      source: `src/search/vector/kernel/${name}.ts`,
      out: `${name}.wasm`,
      flags: [],
    })),
    kernels,
  );
  const site = await workerSite(`${import.meta.dirname}/worker.ts`, files);
  for (const mixture of mixtures) await measure(site, { ...mixture, seed, dimensions: model.dimensions }, report);
  await site.close();
}

async function measure(site: WorkerSite, mixture: Mixture, report: (line: string) => void): Promise<void> {
  const profile = temporaryFolder('bench-vectors');
  const { times, recall, storedPerSecond, bytes } = await site.ask<ScanAnswer>(profile, { kind: 'scan', mixture });
  const faster = ratio(times, 'plain', 'scan').toFixed(1);
  const share = (100 * ratio(times, 'floor', 'scan')).toFixed(0);
  report(`${mixture.count} vectors, ${mixture.noise} noise, ${mixture.clusters} clusters`);
  report(
    `  ${faster} times as fast as plain JavaScript, ${share} % as fast as only reading the memory; recall@10 ${recall.index.toFixed(4)} (codes alone ${recall.codes.toFixed(4)})`,
  );
  report(
    `  ms p50/p95: ${Object.entries(times)
      .map(([name, all]) => `${name} ${spread(all)}`)
      .join(', ')}`,
  );
  report(
    `  ${storedPerSecond.toFixed(0)} stored per second; ${megabytes(bytes.memory)} of memory, ${megabytes(bytes.files)} of files`,
  );
  const cold: LoadAnswer[] = [];
  for (let round = 0; round < loads; round++) cold.push(await site.ask<LoadAnswer>(profile, { kind: 'load', mixture }));
  report(
    `  cold, in a browser just started, ms: ${cold.map(({ loaded, answered, sinceAsked }) => `loaded ${loaded.toFixed(0)}, answered ${answered.toFixed(0)} (${sinceAsked.toFixed(0)} with the worker's start)`).join('; ')}`,
  );
}

const quantile = (all: number[], share: number) =>
  all.toSorted((one, other) => one - other)[Math.floor(all.length * share)]!;
const spread = (all: number[]) => `${quantile(all, 0.5).toFixed(2)}/${quantile(all, 0.95).toFixed(2)}`;
const ratio = (times: ScanAnswer['times'], one: keyof ScanAnswer['times'], other: keyof ScanAnswer['times']) =>
  quantile(times[one], 0.5) / quantile(times[other], 0.5);
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
