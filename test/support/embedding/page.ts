import type { Outcome, Task } from './worker.ts';

const worker = new Worker('/worker.js', { type: 'module' });
let outcome: Outcome | undefined;
worker.onmessage = ({ data }: MessageEvent<Outcome>) => (outcome = data);

/**
 * Passes a task to the worker and stores the outcome in the page, where the driver's next script can read it. Task and
 * outcome are JSON.
 */
export const bridge = {
  begin(task: string): void {
    outcome = undefined;
    worker.postMessage(JSON.parse(task) as Task);
  },
  outcome: (): string | undefined => outcome && JSON.stringify(outcome),
};
Object.assign(globalThis, { bridge });
