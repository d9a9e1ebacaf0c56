import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { runSeed } from './run.ts';
import { scheduleOf } from './schedule.ts';
import { seedsThread } from './seeds-thread.ts';
import { shrink, storyOf } from './shrink.ts';

/*
 * npm run simulate -- --seeds A..B [--jobs N] [--keep FILE]
 * Runs the schedule of each seed twice, and prints each seed whose schedule violates a property (P1 to P14 in
 * docs/sync.md). With --keep, the run saves its progress in FILE, and the same command continues a stopped run.
 * npm run simulate -- --seed N prints what happens in one schedule. If the schedule violates a property, it is shrunk
 * first.
 */

const blockSize = 500;

function option(name: string): string | undefined {
  const index = process.argv.indexOf(`--${name}`);
  return index === -1 ? undefined : process.argv[index + 1];
}

async function runOne(seed: number): Promise<void> {
  const schedule = scheduleOf(seed);
  const { violations } = await runSeed(seed);
  console.log(await storyOf(violations.length > 0 ? await shrink(schedule) : schedule));
  process.exitCode = violations.length > 0 ? 1 : 0;
}

async function runAll(from: number, to: number): Promise<void> {
  const progressFile = option('keep');
  const isContinued = progressFile !== undefined && existsSync(progressFile);
  let next = isContinued ? Number(readFileSync(progressFile, 'utf8')) : from;
  const begin = performance.now();
  const first = next;
  const pending = new Set<number>();
  let [done, failed] = [0, 0];
  await Promise.all(
    Array.from({ length: Number(option('jobs') ?? availableParallelism()) }, async () => {
      const thread = seedsThread();
      while (next <= to) {
        const start = next;
        const count = Math.min(blockSize, to + 1 - start);
        next = start + count;
        pending.add(start);
        const failures = await thread.failuresOf(Array.from({ length: count }, (_, index) => start + index));
        pending.delete(start);
        done += count;
        failed += failures.length;
        for (const { seed, violation } of failures) console.log(`seed ${seed}: ${violation}`);
        if (progressFile !== undefined) writeFileSync(progressFile, String(Math.min(next, ...pending)));
      }
      await thread.end();
    }),
  );
  if (progressFile !== undefined) rmSync(progressFile, { force: true });
  const minutes = (performance.now() - begin) / 60_000;
  console.log(
    `seeds ${first}..${to}: ${done} schedules, each run twice, ${failed} with violations, ${Math.round(done / minutes)} a minute`,
  );
  process.exitCode = failed > 0 ? 1 : 0;
}

const seed = option('seed');
const [from = 1, to = 10_000] = option('seeds')?.split('..').map(Number) ?? [];
await (seed === undefined ? runAll(from, to) : runOne(Number(seed)));
