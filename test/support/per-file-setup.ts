import { options } from 'preact';
import { vi } from 'vitest';

/*
 * By default, `vi.waitFor` gives up after a second, which is too short for a busy machine. As with all time-outs of the
 * tests, a longer one only ends a hang later.
 */

const longestMs = 20_000;
const marker = Symbol.for('waits longer');
const own = vi.waitFor;

// Test files share a worker's `vi`.
if (!(marker in own))
  vi.waitFor = Object.assign(
    ((work, options) =>
      own(work, typeof options === 'number' ? options : { timeout: longestMs, ...options })) as typeof own,
    { [marker]: true },
  );

/*
 * Preact runs the effects of all components by one timer. A file whose fake timers end before that one has fired would
 * leave all later files of its worker without effects. With another function, Preact sets the timer again.
 */
const paintMs = 35;
options.requestAnimationFrame = (work) => void setTimeout(work, paintMs);
