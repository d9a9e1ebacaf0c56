import { add, addSpan, put, putGelu } from './finish';
import { attentionNormStart, contexts, factorsOf, innerStart, innerStates, outerNormStart, outerStart, outputStart, queriesKeysValues, states } from './memory';
import { multiply } from './multiply';
import { normaliseRows } from './norm';
import { quantise, quantiseSpan } from './quantise';
import { blockRows, hidden, inner, joined } from './shape';

/** Queries, keys and values of all tokens. */
export function project(layer: i32, tokens: i32): void {
  for (let first = 0; first < tokens; first += blockRows) {
    const rows = min(blockRows, tokens - first);
    quantise(states + 4 * first * hidden, hidden, rows, factorsOf(layer, hidden, joined));
    multiply(layer, hidden, joined, rows, queriesKeysValues + 4 * first * joined, put);
  }
}

/**
 * The part after attention: the output map, then two maps with GELU in between. The result of each step is added to the
 * state, which is then normalised.
 */
export function transform(layer: i32, tokens: i32): void {
  const output = layer + outputStart;
  const inside = layer + innerStart;
  const outer = layer + outerStart;
  for (let first = 0; first < tokens; first += blockRows) {
    const rows = min(blockRows, tokens - first);
    const state = states + 4 * first * hidden;
    quantise(contexts + 4 * first * hidden, hidden, rows, factorsOf(output, hidden, hidden));
    multiply(output, hidden, hidden, rows, state, add);
    normaliseRows(state, rows, layer + attentionNormStart);

    quantise(state, hidden, rows, factorsOf(inside, hidden, inner));
    multiply(inside, hidden, inner, rows, innerStates, putGelu);
    quantiseSpan(innerStates, inner, rows, factorsOf(outer, inner, hidden));
    multiply(outer, inner, hidden, rows, state, addSpan);
    normaliseRows(state, rows, layer + outerNormStart);
  }
}
