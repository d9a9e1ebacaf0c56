/** The greatest code; -128 is left out, so that codes are as great on both sides. */
const greatestCode = 127;
const greatestOfQuery = 32_767;

/** A vector as codes: each number is about its code times `scale`. A vector of zeros has the scale 1. */
export interface Quantised<Codes> {
  codes: Codes;
  scale: number;
}

/** A vector to be kept, at a quarter of the bytes of float32. */
export function quantised(vector: Float32Array): Quantised<Int8Array> {
  return written(new Int8Array(vector.length), greatestCode, vector);
}

/** A vector that is looked for: so fine that it adds no error to speak of. */
export function quantisedQuery(vector: Float32Array): Quantised<Int16Array> {
  return written(new Int16Array(vector.length), greatestOfQuery, vector);
}

function written<Codes extends Int8Array | Int16Array>(
  codes: Codes,
  greatest: number,
  vector: Float32Array,
): Quantised<Codes> {
  let most = 0;
  for (let place = 0; place < vector.length; place++) most = Math.max(most, Math.abs(vector[place]!));
  // Rounded to float32, as it is kept.
  const scale = Math.fround(most / greatest) || 1;
  for (let place = 0; place < vector.length; place++) codes[place] = Math.round(vector[place]! / scale);
  return { codes, scale };
}
