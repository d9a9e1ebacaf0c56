import { checksum } from '../../kernel/checksum';
import { encode } from './encoder';
import { putGelu, putGreatest } from './finish';
import { decoder, factorsOf, innerStates, lengths, states, termScores, transformMap, transformNorm, weights, weightsBytes } from './memory';
import { multiply } from './multiply';
import { normaliseRows } from './norm';
import { quantise } from './quantise';
import { blockRows, hidden, terms } from './shape';

export { termScores, tokens, weights, weightsBytes } from './memory';
export { mostTokens, vocabulary } from './shape';

export function weightsChecksum(): i32 {
  return checksum(weights, weights + weightsBytes);
}

/**
 * For each entry of the vocabulary, puts into `termScores` the greatest score that any of the first `length` tokens
 * predicts for it, or 0 if all are negative. The caller then computes the entry's weight, log(1 + score): Formal and
 * others 2021, "SPLADE v2", max pooling.
 */
export function run(length: i32): void {
  store<i32>(lengths, length);
  encode(1);
  memory.fill(termScores, 0, 4 * terms);
  for (let first = 0; first < length; first += blockRows) {
    const rows = min(blockRows, length - first);
    quantise(states + 4 * first * hidden, hidden, rows, factorsOf(transformMap, hidden, hidden));
    multiply(transformMap, hidden, hidden, rows, innerStates, putGelu);
    normaliseRows(innerStates, rows, transformNorm);
    quantise(innerStates, hidden, rows, factorsOf(decoder, hidden, terms));
    multiply(decoder, hidden, terms, rows, termScores, putGreatest);
  }
}
