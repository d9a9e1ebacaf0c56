export const dot = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, index) => sum + value * other[index]!, 0);

export const lengthOf = (vector: Float32Array): number => Math.sqrt(dot(vector, vector));

/** The vector scaled to length 1; NaNs for a zero vector. */
export function unit(vector: Float32Array): Float32Array {
  const length = lengthOf(vector);
  return vector.map((value) => value / length);
}
