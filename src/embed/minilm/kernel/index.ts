import { attend } from './attention';
import { embed } from './embedding';
import { project, transform } from './layer';
import { firstLayer, layerBytes, lengths, states, tokens } from './memory';
import { pool } from './pool';
import { hidden, layers } from './shape';

export { lengths, tokenBasis, tokenBasisBytes, tokens, tokenVectors, vectors, weights, weightsBytes } from './memory';
export { mostSequences, mostTokens } from './shape';
export { reduceStates } from './token-vectors';

/**
 * Embeds `sequences` sequences from `tokens` and `lengths` into `vectors`. A sequence's vector is the same to the bit
 * in every batch. A length is at least 1.
 */
export function run(sequences: i32): void {
  let total = 0;
  for (let sequence = 0; sequence < sequences; sequence++) {
    const length = lengthOf(sequence);
    for (let position = 0; position < length; position++, total++) embed(load<i32>(tokens + 4 * total), position, states + 4 * total * hidden);
  }
  for (let layer = firstLayer, end = firstLayer + layers * layerBytes; layer < end; layer += layerBytes) {
    project(layer, total);
    for (let sequence = 0, first = 0; sequence < sequences; first += lengthOf(sequence++)) attend(first, lengthOf(sequence));
    transform(layer, total);
  }
  for (let sequence = 0, first = 0; sequence < sequences; first += lengthOf(sequence++)) pool(sequence, first, lengthOf(sequence));
}

// @ts-ignore: decorator
@inline
function lengthOf(sequence: i32): i32 {
  return load<i32>(lengths + 4 * sequence);
}
