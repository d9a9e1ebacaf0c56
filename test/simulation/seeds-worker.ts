import { parentPort } from 'node:worker_threads';
import { runSeed } from './run.ts';
import type { SeedFailure } from './seeds-thread.ts';

// Saves time: each failed request creates an error, and nobody reads its stack.
Error.stackTraceLimit = 0;

parentPort!.on('message', (seeds: number[]) => {
  void (async () => {
    const failures: SeedFailure[] = [];
    for (const seed of seeds) {
      const { violations } = await runSeed(seed).catch((error: unknown) => ({ violations: [String(error)] }));
      if (violations.length > 0) failures.push({ seed, violation: violations[0]! });
    }
    parentPort!.postMessage(failures);
  })();
});
