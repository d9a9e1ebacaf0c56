import { options } from 'preact';
import { vi } from 'vitest';

/*
 * By default, `vi.waitFor` gives up after a second, which is too short for a busy machine. A longer timeout costs time
 * only if a test hangs.
 */

const longestMs = 20_000;
const marker = Symbol.for('waits longer');
const original = vi.waitFor;

// Test files share a worker's `vi`, so an earlier file may have replaced the function already.
if (!(marker in original))
  vi.waitFor = Object.assign(
    ((work, options) =>
      original(work, typeof options === 'number' ? options : { timeout: longestMs, ...options })) as typeof original,
    { [marker]: true },
  );

/*
 * Preact runs the effects of all components from one timer, and sets the next only after that timer has fired. If that
 * timer is fake and the test file returns to real timers too early, the timer never fires. Preact then runs no effects
 * in later files of the same worker. A new function in `options.requestAnimationFrame` makes Preact set a new timer.
 */
const paintMs = 35;
options.requestAnimationFrame = (work) => void setTimeout(work, paintMs);
