import type { Outcome, Work } from './worker.ts';

const worker = new Worker('/worker.js', { type: 'module' });
let outcome: Outcome | undefined;
worker.onmessage = ({ data }: MessageEvent<Outcome>) => (outcome = data);

/** Passes work to the worker and stores the result in the page, because scripts of a driver share nothing else. Both are JSON. */
export const bridge = {
  begin(work: string): void {
    outcome = undefined;
    worker.postMessage(JSON.parse(work) as Work);
  },
  outcome: (): string | undefined => outcome && JSON.stringify(outcome),
};
Object.assign(globalThis, { bridge });
