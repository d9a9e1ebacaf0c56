import { join } from 'node:path';
import { buildKernels } from '../scripts/kernels/build.ts';
import { temporaryFolder } from '../test/support/browsers/index.ts';
import { workerSite } from './chromium/worker-site.ts';
import type { Mixture } from './vectors/mixture.ts';
import type { LoadAnswer, ScanAnswer } from './vectors/questions.ts';

// The index of vectors in Chromium: how fast it scans, beside plain JavaScript and beside merely reading the memory; how much it finds; how soon it is there.
const loads = 3;
const seed = 20_261_121;
const mixtures: Omit<Mixture, 'seed'>[] = [
  { noise: 'flat', clusters: 500, count: 10_000 },
  ...(['even', 'flat'] as const).flatMap((noise) => [500, 50, 5].map((clusters) => ({ noise, clusters, count: 100_000 }))),
];

const kernels = temporaryFolder('bench-kernels');
await buildKernels([{ source: 'src/search/vector/kernel/index.ts', out: 'vector.wasm', flags: [] }, { source: 'src/search/vector/kernel/floor.ts', out: 'floor.wasm', flags: [] }], kernels);
const site = await workerSite(`${import.meta.dirname}/vectors/worker.ts`, { '/kernels/vector.wasm': join(kernels, 'vector.wasm'), '/kernels/floor.wasm': join(kernels, 'floor.wasm') });

const quantile = (all: number[], share: number) => all.toSorted((one, other) => one - other)[Math.floor(all.length * share)]!;
const spread = (all: number[]) => `${quantile(all, 0.5).toFixed(2)}/${quantile(all, 0.95).toFixed(2)}`;
const ratio = (times: ScanAnswer['times'], one: keyof ScanAnswer['times'], other: keyof ScanAnswer['times']) => quantile(times[one], 0.5) / quantile(times[other], 0.5);

for (const given of mixtures) {
  const mixture: Mixture = { ...given, seed };
  const profile = temporaryFolder('bench-vectors');
  const { times, recall, keptPerSecond, bytes } = await site.ask<ScanAnswer>(profile, { kind: 'scan', mixture });
  console.log(`${given.count} vectors, ${given.noise} noise, ${given.clusters} clusters`);
  console.log(`  ${ratio(times, 'plain', 'scan').toFixed(1)} times plain JavaScript, ${(100 * ratio(times, 'floor', 'scan')).toFixed(0)} % of the memory's speed; recall@10 ${recall.index.toFixed(4)} (codes alone ${recall.codes.toFixed(4)})`);
  console.log(`  ms p50/p95: ${Object.entries(times).map(([name, all]) => `${name} ${spread(all)}`).join(', ')}`);
  console.log(`  ${keptPerSecond.toFixed(0)} kept a second; ${(bytes.memory / 1e6).toFixed(1)} MB of memory, ${(bytes.files / 1e6).toFixed(1)} MB of files`);
  const cold: LoadAnswer[] = [];
  for (let round = 0; round < loads; round++) cold.push(await site.ask<LoadAnswer>(profile, { kind: 'load', mixture }));
  console.log(`  cold, in a browser just started: ${cold.map(({ loaded, answered, sinceAsked }) => `loaded ${loaded.toFixed(0)}, answered ${answered.toFixed(0)}, since asked ${sinceAsked.toFixed(0)} ms`).join('; ')}`);
}
await site.close();
