import type { Run } from './kernel-run.ts';

/** A short text, "the quiet room at the back of the hotel", as tokens. */
const tokens = Int32Array.of(101, 1996, 4251, 2282, 2012, 1996, 2067, 1997, 1996, 3309, 102);

/**
 * Some terms, each with its weight in the original model (scripts/model/splade_reference.py). The last term,
 * `[unused0]`, must get no weight.
 */
const known: [term: number, weight: number][] = [
  [4251, 2.32],
  [3309, 2.07],
  [2067, 2.04],
  [2282, 1.92],
  [9275, 1.31],
  [4333, 1.11],
  [4223, 0.54],
  [2012, 0.46],
  [5475, 0.39],
  [4734, 0.31],
  [1, 0],
];

/** Int8 changes a weight by a few hundredths; a wrong instruction or a damaged file by far more. */
const within = 0.15;

/** Whether a module returns the known weights. */
export function givesKnownWeights(run: Run): boolean {
  const scores = run(tokens);
  return known.every(([term, weight]) => Math.abs(Math.log1p(scores[term]!) - weight) <= within);
}
