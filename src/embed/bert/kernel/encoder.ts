import { attend } from './attention';
import { embed } from './embedding';
import { project, transform } from './layer';
import { firstLayer, layerBytes, lengths, states, tokens } from './memory';
import { hidden, layers } from './shape';

/**
 * Computes the `states` of all tokens in the first `sequences` sequences. Each sequence has at least one token. The
 * states of a sequence are bit-identical in every batch.
 */
export function encode(sequences: i32): void {
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
}

// @ts-ignore: decorator
@inline
export function lengthOf(sequence: i32): i32 {
  return load<i32>(lengths + 4 * sequence);
}
