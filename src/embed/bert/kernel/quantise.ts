import { greatestOf, integerSumOf, rounded } from '../../kernel/lanes';
import { multiplyAdd } from './arithmetic';
import { nextGroup } from '../../kernel/groups';
import { activations, rowOffsets, rowScales, rowStarts } from './memory';
import { activationBytes, greatestActivation, plain, variant } from './variant';

/** Weights of -63 to 63 are stored as 1 to 127. Each sum starts with the correction for that (`rowStarts`). */
export const weightZero: i32 = 64;

/**
 * Quantises rows of f32 to activations, each row with its own scale. The rows of a group (groups.ts) are interleaved,
 * so one pointer walks through all of them: four values of the first row, four of the next, and so on.
 * `factors`: the input factors of the next linear map (SmoothQuant: Xiao and others, 2022).
 */
export function quantise(source: i32, depth: i32, rows: i32, factors: i32): void {
  for (let row = 0; row < rows; ) {
    const size = nextGroup(rows - row);
    for (let i = 0; i < size; i++) quantiseRow(source + 4 * (row + i) * depth, depth, row + i, addressOf(row, i, depth), step(size), factors, false);
    row += size;
  }
}

/**
 * As `quantise`, but for mostly positive values. A row's minimum and maximum, 0 included, become the least and greatest
 * activation.
 */
export function quantiseSpan(source: i32, depth: i32, rows: i32, factors: i32): void {
  for (let row = 0; row < rows; ) {
    const size = nextGroup(rows - row);
    for (let i = 0; i < size; i++) quantiseRow(source + 4 * (row + i) * depth, depth, row + i, addressOf(row, i, depth), step(size), factors, true);
    row += size;
  }
}

// @ts-ignore: decorator
@inline
function addressOf(group: i32, row: i32, depth: i32): i32 {
  return activations + activationBytes * (group * depth + 4 * row);
}

// @ts-ignore: decorator
@inline
function step(size: i32): i32 {
  return 4 * activationBytes * size;
}

/** `span`: activations span the row's minimum to its maximum; otherwise they are symmetric around 0. */
// @ts-ignore: decorator
@inline
function quantiseRow(source: i32, depth: i32, row: i32, target: i32, step: i32, factors: i32, span: bool): void {
  const bytes: i32 = 4 * depth;
  let greatest = f32x4.splat(0);
  let least = f32x4.splat(0);
  for (let at = 0; at < bytes; at += 32) {
    const a = f32x4.mul(v128.load(source + at), v128.load(factors + at));
    const b = f32x4.mul(v128.load(source + at, 16), v128.load(factors + at, 16));
    if (span) {
      greatest = f32x4.pmax(greatest, f32x4.pmax(a, b));
      least = f32x4.pmin(least, f32x4.pmin(a, b));
    } else greatest = f32x4.pmax(greatest, f32x4.pmax(f32x4.abs(a), f32x4.abs(b)));
  }
  const highest = greatestOf(greatest);
  const lowest = span ? -greatestOf(f32x4.neg(least)) : -highest;
  const range = highest - lowest;
  const scale = range > 0 ? range / (2 * greatestActivation) : <f32>1;
  const shift = span ? -lowest / scale - greatestActivation : <f32>0;
  store<f32>(rowScales + 4 * row, scale);
  store<f32>(rowOffsets + 4 * row, -shift * scale);

  const inverse = f32x4.splat(<f32>1 / scale);
  const shifts = f32x4.splat(shift);
  let sum = i32x4.splat(0);
  for (let at = 0; at < bytes; at += 64) {
    const a = code(source + at, factors + at, inverse, shifts, span);
    const b = code(source + at + 16, factors + at + 16, inverse, shifts, span);
    const c = code(source + at + 32, factors + at + 32, inverse, shifts, span);
    const d = code(source + at + 48, factors + at + 48, inverse, shifts, span);
    sum = i32x4.add(sum, i32x4.add(i32x4.add(a, b), i32x4.add(c, d)));
    const ab = i16x8.narrow_i32x4_s(a, b);
    const cd = i16x8.narrow_i32x4_s(c, d);
    if (variant == plain) {
      v128.store64_lane(target, ab, 0);
      v128.store64_lane(target + step, ab, 1);
      v128.store64_lane(target + 2 * step, cd, 0);
      v128.store64_lane(target + 3 * step, cd, 1);
    } else {
      const all = i8x16.narrow_i16x8_s(ab, cd);
      v128.store32_lane(target, all, 0);
      v128.store32_lane(target + step, all, 1);
      v128.store32_lane(target + 2 * step, all, 2);
      v128.store32_lane(target + 3 * step, all, 3);
    }
    target += 4 * step;
  }
  store<i32>(rowStarts + 4 * row, -weightZero * integerSumOf(sum));
}

// @ts-ignore: decorator
@inline
function code(source: i32, factors: i32, inverse: v128, shifts: v128, span: bool): v128 {
  const value = f32x4.mul(v128.load(source), v128.load(factors));
  return rounded(span ? multiplyAdd(value, inverse, shifts) : f32x4.mul(value, inverse));
}
