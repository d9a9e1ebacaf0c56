import { setTimeout } from 'node:timers/promises';
import { removeFolder, temporaryFolder, type BrowserKind } from '../../scripts/browsers/index.ts';
import { openBench } from './open.ts';
import { median, shown } from './statistics.ts';
import { queries } from './texts.ts';

const rounds = 5;

/** How long a browser runs after its first vector, so that it can write its caches as in normal use. */
const restMs = 3_000;

/**
 * Prints the milliseconds from the start of the worker to the first query's vector, in a fresh browser. Compares
 * onnxruntime-web with the bundled model, loaded over HTTP and from stored copies of its weights.
 */
export async function readiness(kind: BrowserKind, origin: string): Promise<void> {
  const times: Record<'baseline' | 'bundled' | 'copy', number[]> = { baseline: [], bundled: [], copy: [] };
  const profile = temporaryFolder('bench-embed');
  await first(kind, origin, 'bundled', { copy: true, profile });
  for (let round = 0; round < rounds; round++) {
    times.baseline.push(await first(kind, origin, 'baseline'));
    times.bundled.push(await first(kind, origin, 'bundled'));
    times.copy.push(await first(kind, origin, 'bundled', { copy: true, profile }));
  }
  removeFolder(profile);
  console.log(`Time to the first query's vector in a fresh browser, in milliseconds: median [fastest] of ${rounds}.`);
  console.log(`onnxruntime-web, local HTTP ${shown(times.baseline, 0)}`);
  for (const [name, values] of [
    ['bundled, local HTTP', times.bundled],
    ['bundled, from its copies', times.copy],
  ] as const)
    console.log(
      `${name.padEnd(27)} ${shown(values, 0)}: ${(median(times.baseline) / median(values)).toFixed(1)}x sooner`,
    );
}

async function first(
  kind: BrowserKind,
  origin: string,
  worker: string,
  { copy = false, profile }: { copy?: boolean; profile?: string } = {},
): Promise<number> {
  const page = await openBench(kind, origin, profile);
  try {
    const { ms } = await page.ask(worker, { load: { query: queries[0]!, copy } });
    if (copy) await page.copied();
    await setTimeout(restMs);
    return ms;
  } finally {
    await page.close();
  }
}
