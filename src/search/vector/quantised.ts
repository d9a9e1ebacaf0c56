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
  const scale = scaleTo(greatestCode, vector);
  return { codes: Int8Array.from(vector, (value) => Math.round(value / scale)), scale };
}

/** A vector that is looked for: so fine that it adds no error to speak of. */
export function quantisedQuery(vector: Float32Array): Quantised<Int16Array> {
  const scale = scaleTo(greatestOfQuery, vector);
  return { codes: Int16Array.from(vector, (value) => Math.round(value / scale)), scale };
}

/** Rounded to float32, as it is kept. */
function scaleTo(greatest: number, vector: Float32Array): number {
  return Math.fround(vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / greatest) || 1;
}
