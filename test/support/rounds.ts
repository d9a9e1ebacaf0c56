import { appendFileSync } from 'node:fs';
import { days, daySeed } from '../../scripts/test/day-seed.ts';
import { runsAll } from '../../scripts/test/patience.ts';

export { runsAll };

export const longProofMs = runsAll ? 7_200_000 : 600_000;

/** Returns `inAll` in `npm run test:all` and the smaller `inTest` in `npm test`. */
export const sized = (inAll: number, inTest: number): number => (runsAll ? inAll : inTest);

/**
 * Returns all items in `npm run test:all`. In `npm test` it returns every `step`-th item (by default a single one),
 * starting at a different one each day.
 * @throws if `step` is a multiple of `days`: slow test files run only every `days` days, so some items would never run
 */
export function ofTheDay<Item>(items: readonly Item[], step = items.length): Item[] {
  if (step % days === 0) throw new Error(`With a step of ${step}, some items would never run on any day.`);
  return items.filter((_, index) => runsAll || index % step === daySeed % step);
}

/**
 * Returns `seconds` on odd or on even days, and 0 on the others. So two variants of a proof, such as both browsers,
 * take turns in `npm test`. On its other days, a variant still runs one round.
 */
export const everySecondDay = (days: 'odd' | 'even', seconds: number): number =>
  (daySeed % 2 === 1) === (days === 'odd') ? seconds : 0;

export interface LongProof {
  /** The maximum number of rounds, also in `npm test`. */
  count: number;
  /** In `npm test`, no round except the first starts after this many seconds. */
  seconds: number;
  /** The same limit in `npm run test:all`; default: none. */
  secondsInAll?: number;
}

/**
 * `secondsInAll` for proofs that kill processes at random; unlimited with `--all-kills`. The kills differ each day, so
 * each day's run tests new ones.
 */
export const killSecondsInAll = process.env['COMMONPLACE_KILLS'] === 'all' ? Infinity : 60;

/** Yields 1, 2, 3 … for the rounds of a long proof, which always has at least one. Prints how many rounds were run. */
export function* rounds(name: string, { count, seconds, secondsInAll = Infinity }: LongProof): Generator<number, void> {
  const end = performance.now() + (runsAll ? secondsInAll : seconds) * 1_000;
  let done = 0;
  const isOver = () => done >= count || (done > 0 && performance.now() >= end);
  try {
    while (!isOver()) yield ++done;
  } finally {
    report(`${name}: ${done} of ${count} rounds`);
  }
}

/**
 * Prints a figure, such as the number of rounds. `npm test` provides a file for figures and prints them at its end;
 * without this file, the figure is printed at once.
 */
export function report(line: string): void {
  const file = process.env['COMMONPLACE_FIGURES'];
  if (file === undefined) console.log(line);
  else appendFileSync(file, `${line}\n`);
}
