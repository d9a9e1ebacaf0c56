import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Branch, CoverageRequest } from './worker.ts';

const files = ['plan.ts', 'plan-duplicates.ts', 'plan-found.ts', 'plan-push.ts'];

/** The branches of the sync planner that no schedule of these seeds reaches. */
export async function unreachedBranches(seeds: readonly number[]): Promise<Branch[]> {
  const workerData: CoverageRequest = { seeds, files };
  const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData, execArgv: [] });
  const [branches] = (await once(worker, 'message')) as [Branch[]];
  return branches;
}
