import { greatestOf, sumOf } from '../../kernel/lanes';
import { multiplyAdd } from './arithmetic';
import { powerOfTwo } from './exponential';
import { contexts, keysOfHead, queriesKeysValues, scores, valuesOfHead } from './memory';
import { heads, headWidth, hidden, joined, mostTokens } from './shape';

const tokenBytes: i32 = 4 * joined;
const scoreBytes: i32 = 4 * mostTokens;

/** The score of the padding after the last key: lower than any other, so that the padding has hardly any weight. */
const none: f32 = -1e30;

/**
 * Attention within one sequence that starts at token `first`. Queries are already scaled by log2(e) / sqrt(headWidth),
 * so softmax uses powers of two.
 */
export function attend(first: i32, length: i32): void {
  const padded = (length + 7) & ~7;
  for (let head = 0; head < heads; head++) {
    const queries = queriesKeysValues + first * tokenBytes + 4 * head * headWidth;
    const target = contexts + 4 * (first * hidden + head * headWidth);
    gather(queries + 4 * hidden, queries + 8 * hidden, length, padded);
    let row = 0;
    for (; row + 4 <= length; row += 4) attendRows(4, queries + row * tokenBytes, length, padded, target + 4 * row * hidden);
    for (; row < length; row++) attendRows(1, queries + row * tokenBytes, length, padded, target + 4 * row * hidden);
  }
}

/**
 * Copies a head's keys and values. Keys are interleaved in groups of eight, so that eight scores are computed at once.
 */
function gather(keys: i32, values: i32, length: i32, padded: i32): void {
  for (let token = 0; token < length; token++) {
    const key = keys + token * tokenBytes;
    const value = values + token * tokenBytes;
    for (let d = 0; d < headWidth; d++) store<f32>(keyAddress(token) + 32 * d, load<f32>(key + 4 * d));
    for (let d = 0; d < headWidth; d += 4) v128.store(valuesOfHead + 4 * (token * headWidth + d), v128.load(value + 4 * d));
  }
  for (let token = length; token < padded; token++) for (let d = 0; d < headWidth; d++) store<f32>(keyAddress(token) + 32 * d, 0);
}

// @ts-ignore: decorator
@inline
function keyAddress(token: i32): i32 {
  return keysOfHead + 4 * ((token & ~7) * headWidth + (token & 7));
}

// @ts-ignore: decorator
@inline
function attendRows(rows: i32, queries: i32, length: i32, padded: i32, target: i32): void {
  score(rows, queries, padded);
  const a = exponentiate(scores, length, padded);
  const b = rows > 1 ? exponentiate(scores + scoreBytes, length, padded) : 0;
  const c = rows > 1 ? exponentiate(scores + 2 * scoreBytes, length, padded) : 0;
  const d = rows > 1 ? exponentiate(scores + 3 * scoreBytes, length, padded) : 0;
  mix(rows, length, target, a, b, c, d);
}

/** The scores of `rows` queries with all keys. */
// @ts-ignore: decorator
@inline
function score(rows: i32, queries: i32, padded: i32): void {
  for (let key = 0; key < padded; key += 8) {
    let a0 = f32x4.splat(0), a1 = a0, b0 = a0, b1 = a0, c0 = a0, c1 = a0, d0 = a0, d1 = a0;
    let from = keyAddress(key);
    for (let query = queries; query < queries + 4 * headWidth; query += 4) {
      const k0 = v128.load(from);
      const k1 = v128.load(from, 16);
      from += 32;
      let q = v128.load32_splat(query);
      a0 = multiplyAdd(q, k0, a0);
      a1 = multiplyAdd(q, k1, a1);
      if (rows > 1) {
        q = v128.load32_splat(query, 4 * joined);
        b0 = multiplyAdd(q, k0, b0);
        b1 = multiplyAdd(q, k1, b1);
        q = v128.load32_splat(query, 8 * joined);
        c0 = multiplyAdd(q, k0, c0);
        c1 = multiplyAdd(q, k1, c1);
        q = v128.load32_splat(query, 12 * joined);
        d0 = multiplyAdd(q, k0, d0);
        d1 = multiplyAdd(q, k1, d1);
      }
    }
    const to = scores + 4 * key;
    v128.store(to, a0);
    v128.store(to, a1, 16);
    if (rows > 1) {
      v128.store(to + scoreBytes, b0);
      v128.store(to + scoreBytes, b1, 16);
      v128.store(to + 2 * scoreBytes, c0);
      v128.store(to + 2 * scoreBytes, c1, 16);
      v128.store(to + 3 * scoreBytes, d0);
      v128.store(to + 3 * scoreBytes, d1, 16);
    }
  }
}

/** Softmax without the division; returns the factor to multiply by instead. */
function exponentiate(row: i32, length: i32, padded: i32): f32 {
  for (let key = length; key < padded; key++) store<f32>(row + 4 * key, none);
  const end = row + 4 * padded;
  let most = v128.load(row);
  for (let at = row + 16; at < end; at += 16) most = f32x4.pmax(most, v128.load(at));
  const greatest = f32x4.splat(greatestOf(most));
  let sum = f32x4.splat(0);
  for (let at = row; at < end; at += 16) {
    const power = powerOfTwo(f32x4.sub(v128.load(at), greatest));
    sum = f32x4.add(sum, power);
    v128.store(at, power);
  }
  return <f32>1 / sumOf(sum);
}

/** For each row of scores: the sum of all values, each weighted by its score, times the row's factor. */
// @ts-ignore: decorator
@inline
function mix(rows: i32, length: i32, target: i32, aFactor: f32, bFactor: f32, cFactor: f32, dFactor: f32): void {
  for (let dimension = 0; dimension < headWidth; dimension += 8) {
    let a0 = f32x4.splat(0), a1 = a0, b0 = a0, b1 = a0, c0 = a0, c1 = a0, d0 = a0, d1 = a0;
    let value = valuesOfHead + 4 * dimension;
    for (let weight = scores; weight < scores + 4 * length; weight += 4) {
      const v0 = v128.load(value);
      const v1 = v128.load(value, 16);
      value += 4 * headWidth;
      let p = v128.load32_splat(weight);
      a0 = multiplyAdd(p, v0, a0);
      a1 = multiplyAdd(p, v1, a1);
      if (rows > 1) {
        p = v128.load32_splat(weight, 4 * mostTokens);
        b0 = multiplyAdd(p, v0, b0);
        b1 = multiplyAdd(p, v1, b1);
        p = v128.load32_splat(weight, 8 * mostTokens);
        c0 = multiplyAdd(p, v0, c0);
        c1 = multiplyAdd(p, v1, c1);
        p = v128.load32_splat(weight, 12 * mostTokens);
        d0 = multiplyAdd(p, v0, d0);
        d1 = multiplyAdd(p, v1, d1);
      }
    }
    const to = target + 4 * dimension;
    storeScaled(to, a0, a1, aFactor);
    if (rows > 1) {
      storeScaled(to + 4 * hidden, b0, b1, bFactor);
      storeScaled(to + 8 * hidden, c0, c1, cFactor);
      storeScaled(to + 12 * hidden, d0, d1, dFactor);
    }
  }
}

// @ts-ignore: decorator
@inline
function storeScaled(to: i32, first: v128, second: v128, factor: f32): void {
  v128.store(to, f32x4.mul(first, f32x4.splat(factor)));
  v128.store(to, f32x4.mul(second, f32x4.splat(factor)), 16);
}
