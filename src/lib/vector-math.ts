/** The scalar product, summed in float64 in order, so the result is the same on every machine. */
export function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += one[index]! * other[index]!;
  return sum;
}

export const lengthOf = (vector: Float32Array): number => Math.sqrt(dot(vector, vector));

/** A copy scaled to length 1; NaNs for a zero vector. */
export function unit(vector: Float32Array): Float32Array {
  const length = lengthOf(vector);
  return vector.map((value) => value / length);
}

/** Scales the vector to length 1 in place; zeros stay zeros. */
export function normalise(vector: Float32Array): Float32Array {
  const length = lengthOf(vector) || 1;
  for (let index = 0; index < vector.length; index++) vector[index]! /= length;
  return vector;
}
