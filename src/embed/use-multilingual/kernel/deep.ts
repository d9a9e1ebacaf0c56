import { deep0, deep1, deep2, deep3, featureNorm, featureRows, inner0, inner1, inner2, mean, meanBias, meanMap, pass1, pass3, sums, vector } from './memory';
import { multiply } from './multiply';
import { quantise } from './quantise';
import { addScaled, lengthOf, normalise, rectify, scale } from './rows';
import { features, narrow, width } from './shape';

/**
 * Normalises the features of each token and sums them. Maps the sum to `width` values and divides by the square root of
 * the number of tokens (Iyyer and others, 2015).
 */
export function average(count: i32): void {
  memory.fill(sums, 0, 4 * features);
  for (let i = 0; i < count; i++) {
    const row = featureRows + 4 * features * i;
    normalise(row, features, featureNorm, featureNorm + 4 * features);
    addScaled(sums, row, 1, features);
  }
  memory.fill(mean, 0, 4 * width);
  addScaled(mean, meanBias, <f32>count, width);
  addProduct(mean, sums, meanMap, features, width);
  scale(mean, <f32>1 / sqrt<f32>(<f32>count), width);
}

/** The residual network, from the average to the vector. */
export function deepen(): void {
  memory.fill(inner0, 0, 4 * (narrow + narrow + width));
  addProduct(inner0, mean, deep0, width, narrow);
  rectify(inner0, narrow);
  addProduct(inner1, mean, pass1, width, narrow);
  addProduct(inner1, inner0, deep1, narrow, narrow);
  rectify(inner1, narrow);
  addProduct(inner2, inner1, deep2, narrow, width);
  rectify(inner2, width);
  memory.fill(vector, 0, 4 * width);
  addProduct(vector, inner1, pass3, narrow, width);
  addProduct(vector, inner2, deep3, width, width);
  for (let at = vector; at < vector + 4 * width; at += 4) store<f32>(at, Mathf.tanh(load<f32>(at)));
  scale(vector, <f32>1 / lengthOf(vector, width), width);
}

function addProduct(target: i32, row: i32, map: i32, depth: i32, columns: i32): void {
  multiply(map, depth, columns, 1, 0, depth, quantise(row, 0, depth, 1), target, 0);
}
