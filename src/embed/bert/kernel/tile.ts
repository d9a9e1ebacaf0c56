import { finish, keepsMost } from './finish';
import { rowOffsets, rowScales, rowStarts } from './memory';
import { plain, relaxedFours, variant } from './variant';

/**
 * One to five rows times eight columns, with all sums in registers. A single function for all cases would be slower.
 */
export function tileOf5(from: i32, panel: i32, depth: i32, columns: i32, row: i32, scales: i32, target: i32, how: i32): void {
  tile(5, from, panel, depth, columns, row, scales, target, how);
}

export function tileOf4(from: i32, panel: i32, depth: i32, columns: i32, row: i32, scales: i32, target: i32, how: i32): void {
  tile(4, from, panel, depth, columns, row, scales, target, how);
}

export function tileOf3(from: i32, panel: i32, depth: i32, columns: i32, row: i32, scales: i32, target: i32, how: i32): void {
  tile(3, from, panel, depth, columns, row, scales, target, how);
}

export function tileOf2(from: i32, panel: i32, depth: i32, columns: i32, row: i32, scales: i32, target: i32, how: i32): void {
  tile(2, from, panel, depth, columns, row, scales, target, how);
}

export function tileOf1(from: i32, panel: i32, depth: i32, columns: i32, row: i32, scales: i32, target: i32, how: i32): void {
  tile(1, from, panel, depth, columns, row, scales, target, how);
}

// @ts-ignore: decorator
@inline
function tile(rows: i32, from: i32, panel: i32, depth: i32, columns: i32, row: i32, scales: i32, target: i32, how: i32): void {
  if (variant == plain) {
    fourColumns(rows, from, panel, depth, columns, row, scales, target, how);
    fourColumns(rows, from, panel + 16, depth, columns, row, scales + 16, target + 16, how);
  } else eightColumns(rows, from, panel, depth, columns, row, scales, target, how);
}

// @ts-ignore: decorator
@inline
function eightColumns(rows: i32, from: i32, panel: i32, depth: i32, columns: i32, row: i32, scales: i32, target: i32, how: i32): void {
  let a0 = start(rows, 0, row), a1 = a0;
  let b0 = start(rows, 1, row), b1 = b0;
  let c0 = start(rows, 2, row), c1 = c0;
  let d0 = start(rows, 3, row), d1 = d0;
  let e0 = start(rows, 4, row), e1 = e0;
  for (const end = panel + 8 * depth; panel < end; panel += 32) {
    const w0 = v128.load(panel);
    const w1 = v128.load(panel, 16);
    let x = v128.load32_splat(from);
    a0 = dot(x, w0, a0);
    a1 = dot(x, w1, a1);
    if (rows > 1) {
      x = v128.load32_splat(from, 4);
      b0 = dot(x, w0, b0);
      b1 = dot(x, w1, b1);
    }
    if (rows > 2) {
      x = v128.load32_splat(from, 8);
      c0 = dot(x, w0, c0);
      c1 = dot(x, w1, c1);
    }
    if (rows > 3) {
      x = v128.load32_splat(from, 12);
      d0 = dot(x, w0, d0);
      d1 = dot(x, w1, d1);
    }
    if (rows > 4) {
      x = v128.load32_splat(from, 16);
      e0 = dot(x, w0, e0);
      e1 = dot(x, w1, e1);
    }
    from += 4 * rows;
  }
  finishFour(rows, a0, b0, c0, d0, e0, columns, row, scales, target, how);
  finishFour(rows, a1, b1, c1, d1, e1, columns, row, scales + 16, target + 16, how);
}

/** Each register has two partial sums for each of two columns. The partial sums are added up at the end. */
// @ts-ignore: decorator
@inline
function fourColumns(rows: i32, from: i32, panel: i32, depth: i32, columns: i32, row: i32, scales: i32, target: i32, how: i32): void {
  let a0 = i32x4.splat(0), a1 = a0, b0 = a0, b1 = a0, c0 = a0, c1 = a0, d0 = a0, d1 = a0, e0 = a0, e1 = a0;
  for (const end = panel + 8 * depth; panel < end; panel += 32) {
    const w = v128.load(panel);
    const w0 = i16x8.extend_low_i8x16_u(w);
    const w1 = i16x8.extend_high_i8x16_u(w);
    let x = v128.load64_splat(from);
    a0 = i32x4.add(a0, i32x4.dot_i16x8_s(x, w0));
    a1 = i32x4.add(a1, i32x4.dot_i16x8_s(x, w1));
    if (rows > 1) {
      x = v128.load64_splat(from, 8);
      b0 = i32x4.add(b0, i32x4.dot_i16x8_s(x, w0));
      b1 = i32x4.add(b1, i32x4.dot_i16x8_s(x, w1));
    }
    if (rows > 2) {
      x = v128.load64_splat(from, 16);
      c0 = i32x4.add(c0, i32x4.dot_i16x8_s(x, w0));
      c1 = i32x4.add(c1, i32x4.dot_i16x8_s(x, w1));
    }
    if (rows > 3) {
      x = v128.load64_splat(from, 24);
      d0 = i32x4.add(d0, i32x4.dot_i16x8_s(x, w0));
      d1 = i32x4.add(d1, i32x4.dot_i16x8_s(x, w1));
    }
    if (rows > 4) {
      x = v128.load64_splat(from, 32);
      e0 = i32x4.add(e0, i32x4.dot_i16x8_s(x, w0));
      e1 = i32x4.add(e1, i32x4.dot_i16x8_s(x, w1));
    }
    from += 8 * rows;
  }
  const a = i32x4.add(start(rows, 0, row), pairSums(a0, a1));
  const b = i32x4.add(start(rows, 1, row), pairSums(b0, b1));
  const c = i32x4.add(start(rows, 2, row), pairSums(c0, c1));
  const d = i32x4.add(start(rows, 3, row), pairSums(d0, d1));
  const e = i32x4.add(start(rows, 4, row), pairSums(e0, e1));
  finishFour(rows, a, b, c, d, e, columns, row, scales, target, how);
}

/** Adds the four products of each column to its sum. Weights are below 128, so intermediate sums can't saturate. */
// @ts-ignore: decorator
@inline
function dot(x: v128, weights: v128, sums: v128): v128 {
  if (variant == relaxedFours) return i32x4.relaxed_dot_i8x16_i7x16_add_s(x, weights, sums);
  return i32x4.add(sums, i32x4.extadd_pairwise_i16x8_s(i16x8.relaxed_dot_i8x16_i7x16_s(x, weights)));
}

// @ts-ignore: decorator
@inline
function pairSums(low: v128, high: v128): v128 {
  return i32x4.add(i32x4.shuffle(low, high, 0, 2, 4, 6), i32x4.shuffle(low, high, 1, 3, 5, 7));
}

// @ts-ignore: decorator
@inline
function start(rows: i32, index: i32, row: i32): v128 {
  return index < rows ? v128.load32_splat(rowStarts + 4 * (row + index)) : i32x4.splat(0);
}

// @ts-ignore: decorator
@inline
function finishFour(rows: i32, a: v128, b: v128, c: v128, d: v128, e: v128, columns: i32, row: i32, scales: i32, target: i32, how: i32): void {
  const columnScale = v128.load(scales);
  const bias = v128.load(scales + 4 * columns);
  const columnSum = v128.load(scales + 8 * columns);
  const step = keepsMost(how) ? 0 : 4 * columns;
  finishRow(a, how, target, row, columnScale, bias, columnSum);
  if (rows > 1) finishRow(b, how, target + step, row + 1, columnScale, bias, columnSum);
  if (rows > 2) finishRow(c, how, target + 2 * step, row + 2, columnScale, bias, columnSum);
  if (rows > 3) finishRow(d, how, target + 3 * step, row + 3, columnScale, bias, columnSum);
  if (rows > 4) finishRow(e, how, target + 4 * step, row + 4, columnScale, bias, columnSum);
}

// @ts-ignore: decorator
@inline
function finishRow(sums: v128, how: i32, target: i32, row: i32, columnScale: v128, bias: v128, columnSum: v128): void {
  finish(sums, how, target, v128.load32_splat(rowScales + 4 * row), v128.load32_splat(rowOffsets + 4 * row), columnScale, bias, columnSum);
}
