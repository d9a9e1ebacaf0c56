import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface SeedFailure {
  seed: number;
  violation: string;
}

/** A thread of plain Node, which runs schedules faster than the test runner does. */
export interface SeedsThread {
  /** Runs the schedule of each seed twice. Returns those that violate a property. One call at a time. */
  failuresOf(seeds: readonly number[]): Promise<SeedFailure[]>;
  end(): Promise<unknown>;
}

export function seedsThread(): SeedsThread {
  const worker = new Worker(new URL('seeds-worker.ts', import.meta.url), { execArgv: [] });
  const ended = once(worker, 'exit').then(() => {
    throw new Error('The thread that runs schedules has ended.');
  });
  ended.catch(() => {});
  return {
    async failuresOf(seeds) {
      worker.postMessage(seeds);
      const [failures] = (await Promise.race([once(worker, 'message'), ended])) as [SeedFailure[]];
      return failures;
    },
    end: () => worker.terminate(),
  };
}
