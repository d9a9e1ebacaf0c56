import { nextTurn } from './next-turn.ts';

const sliceMs = 25;

/** How long a task that nobody waits for keeps the thread, in milliseconds. */
export const idleSliceMs = 8;

/** Await it between the steps of a long task: it yields the thread when the slice is over. */
export type Pace = () => Promise<void> | undefined;

export function pacer(milliseconds = sliceMs): Pace {
  /** Not set before the first call: reading a browser's clock is slow, and most tasks end without a call. */
  let since: number | undefined;
  const stepAside = async () => {
    await nextTurn();
    since = performance.now();
  };
  return () => {
    const now = performance.now();
    if (now - (since ??= now) < milliseconds) return undefined;
    return stepAside();
  };
}
