export const dot = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, index) => sum + value * other[index]!, 0);

export const lengthOf = (vector: Float32Array): number => Math.sqrt(dot(vector, vector));

/** The vector of length 1 that points the same way; no numbers for a vector of zeros. */
export function unit(vector: Float32Array): Float32Array {
  const length = lengthOf(vector);
  return vector.map((value) => value / length);
}
