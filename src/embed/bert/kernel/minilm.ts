import { checksum } from '../../kernel/checksum';
import { encode, lengthOf } from './encoder';
import { weights, weightsBytes } from './memory';
import { pool } from './pool';

export { lengths, tokenBasis, tokenBasisBytes, tokens, tokenVectors, vectors, weights, weightsBytes } from './memory';
export { mostSequences, mostTokens } from './shape';
export { reduceStates } from './token-vectors';

export function weightsChecksum(): i32 {
  return checksum(weights, weights + weightsBytes);
}

/**
 * Embeds the first `sequences` sequences in `tokens` into `vectors`. Each sequence has at least one token. A sequence's
 * vector is bit-identical in every batch.
 */
export function run(sequences: i32): void {
  encode(sequences);
  for (let sequence = 0, first = 0; sequence < sequences; first += lengthOf(sequence++)) pool(sequence, first, lengthOf(sequence));
}
