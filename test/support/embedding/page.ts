import type { Outcome, Work } from './worker.ts';

const worker = new Worker('/worker.js', { type: 'module' });
let outcome: Outcome | undefined;
worker.onmessage = ({ data }: MessageEvent<Outcome>) => (outcome = data);

/** Hands work to the worker and keeps what comes of it: a driver's scripts share nothing with each other but what the page itself holds. Both as JSON. */
export const desk = {
  begin(work: string): void {
    outcome = undefined;
    worker.postMessage(JSON.parse(work) as Work);
  },
  outcome: (): string | undefined => outcome && JSON.stringify(outcome),
};
Object.assign(globalThis, { desk });
