import { unpacked } from './four-bit.ts';
import { noTerms, type Terms } from './terms.ts';

/** A weight is stored as a byte in steps of 1/64, so the greatest weight is just below 4. */
const weightSteps = 64;

const countBytes = 4;
const bytesOfTerm = 3;

/** Where the vectors begin; a multiple of four. */
const vectorsAt = (terms: number) => countBytes + 4 * Math.ceil((bytesOfTerm * terms) / 4);

/**
 * Packs the token vectors and the terms of a passage (a window of a memory's text). The bytes contain, in this order:
 * the number of terms, their ids in two bytes each, their weights in one byte each, padding to a multiple of four
 * bytes, the vectors.
 * @param vectors packed by four-bit.ts
 */
export function passageTokens(vectors: Uint8Array, { ids, weights }: Terms = noTerms): Uint8Array {
  const bytes = new Uint8Array(vectorsAt(ids.length) + vectors.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, ids.length, true);
  for (const [index, id] of ids.entries()) view.setUint16(countBytes + 2 * index, id, true);
  const firstWeight = countBytes + 2 * ids.length;
  bytes.set(
    weights.map((weight) => Math.min(255, Math.max(1, Math.round(weight * weightSteps)))),
    firstWeight,
  );
  bytes.set(vectors, vectorsAt(ids.length));
  return bytes;
}

/** Reads what `passageTokens` wrote. `width`: values of a vector; each vector has length 1. */
export function readPassageTokens(bytes: Uint8Array, width: number): { vectors: Float32Array; terms: Terms } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(0, true);
  const firstWeight = countBytes + 2 * count;
  return {
    vectors: unpacked(bytes.subarray(vectorsAt(count)), width),
    terms: {
      ids: Uint16Array.from({ length: count }, (_, index) => view.getUint16(countBytes + 2 * index, true)),
      weights: Float32Array.from(bytes.subarray(firstWeight, firstWeight + count), (steps) => steps / weightSteps),
    },
  };
}
