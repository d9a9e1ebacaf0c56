/** Summed in float64, in order: the same on every machine. */
export function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let place = 0; place < one.length; place++) sum += one[place]! * other[place]!;
  return sum;
}

/** The vector itself, brought to length 1; zeros stay zeros. */
export function lengthOne(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector)) || 1;
  for (let place = 0; place < vector.length; place++) vector[place]! /= length;
  return vector;
}
