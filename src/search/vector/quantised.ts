import { lengthOf } from '../../lib/vector-math.ts';

/** The greatest code; -128 is unused, so the range is symmetric. */
const greatestCode = 127;
const greatestOfQuery = 32_767;

/** A vector as codes: each value is about its code times `scale`. A zero vector has scale 1. */
export interface Quantised<Codes> {
  codes: Codes;
  scale: number;
}

/** Quantises a vector for storage, at a quarter of the size of float32. */
export function quantised(vector: Float32Array): Quantised<Int8Array> {
  return quantise(new Int8Array(vector.length), greatestCode, vector);
}

/**
 * Quantises a query vector, finely enough to add no relevant error. Its dot product with any stored vector fits the
 * kernel's 32-bit sums (Cauchy-Schwarz).
 */
export function quantisedQuery(vector: Float32Array): Quantised<Int16Array> {
  const rounding = 0.5 * Math.sqrt(vector.length);
  const longest = (2 ** 31 - 1) / (greatestCode * Math.sqrt(vector.length)) - rounding;
  return quantise(new Int16Array(vector.length), greatestOfQuery, vector, lengthOf(vector) / longest);
}

/** `leastScale`: a lower bound for `scale`. */
function quantise<Codes extends Int8Array | Int16Array>(
  codes: Codes,
  greatest: number,
  vector: Float32Array,
  leastScale = 0,
): Quantised<Codes> {
  let most = 0;
  for (let index = 0; index < vector.length; index++) most = Math.max(most, Math.abs(vector[index]!));
  // Rounded to float32, as it is stored.
  const scale = Math.fround(Math.max(most / greatest, leastScale)) || 1;
  for (let index = 0; index < vector.length; index++) codes[index] = Math.round(vector[index]! / scale);
  return { codes, scale };
}
