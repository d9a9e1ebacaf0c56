import { Worker } from 'node:worker_threads';
import type { Defect } from './list.ts';
import type { Catch, Hunt } from './worker.ts';

/** Plants a defect in a thread of its own and runs schedules until one shows it. */
export function hunt(defect: Defect | null, schedules: Hunt['schedules']): Promise<Catch> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('worker.ts', import.meta.url), {
      workerData: { defect, schedules } satisfies Hunt,
      execArgv: [],
    });
    worker.once('message', (caught: Catch) => resolve(caught));
    worker.once('error', reject);
  });
}
