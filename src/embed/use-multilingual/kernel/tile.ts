/** One to five rows times four columns, with all sums in registers. A single function for all cases would be slower. */
export function tileOf5(from: i32, step: i32, panel: i32, depth: i32, unit: v128, target: i32, stride: i32): void {
  tile(5, from, step, panel, depth, unit, target, stride);
}

export function tileOf4(from: i32, step: i32, panel: i32, depth: i32, unit: v128, target: i32, stride: i32): void {
  tile(4, from, step, panel, depth, unit, target, stride);
}

export function tileOf3(from: i32, step: i32, panel: i32, depth: i32, unit: v128, target: i32, stride: i32): void {
  tile(3, from, step, panel, depth, unit, target, stride);
}

export function tileOf2(from: i32, step: i32, panel: i32, depth: i32, unit: v128, target: i32, stride: i32): void {
  tile(2, from, step, panel, depth, unit, target, stride);
}

export function tileOf1(from: i32, step: i32, panel: i32, depth: i32, unit: v128, target: i32, stride: i32): void {
  tile(1, from, step, panel, depth, unit, target, stride);
}

/**
 * Each register has two partial sums for each of two columns. The partial sums are added up at the end. `step`: the
 * distance between rows, in bytes.
 */
// @ts-ignore: decorator
@inline
function tile(rows: i32, from: i32, step: i32, panel: i32, depth: i32, unit: v128, target: i32, stride: i32): void {
  let a0 = i32x4.splat(0), a1 = a0, b0 = a0, b1 = a0, c0 = a0, c1 = a0, d0 = a0, d1 = a0, e0 = a0, e1 = a0;
  const second = from + step;
  const third = second + step;
  const fourth = third + step;
  const fifth = fourth + step;
  for (let at = 0; at < 2 * depth; at += 8, panel += 16) {
    const w = v128.load(panel);
    const w0 = i16x8.extend_low_i8x16_s(w);
    const w1 = i16x8.extend_high_i8x16_s(w);
    let x = v128.load64_splat(from + at);
    a0 = i32x4.add(a0, i32x4.dot_i16x8_s(x, w0));
    a1 = i32x4.add(a1, i32x4.dot_i16x8_s(x, w1));
    if (rows > 1) {
      x = v128.load64_splat(second + at);
      b0 = i32x4.add(b0, i32x4.dot_i16x8_s(x, w0));
      b1 = i32x4.add(b1, i32x4.dot_i16x8_s(x, w1));
    }
    if (rows > 2) {
      x = v128.load64_splat(third + at);
      c0 = i32x4.add(c0, i32x4.dot_i16x8_s(x, w0));
      c1 = i32x4.add(c1, i32x4.dot_i16x8_s(x, w1));
    }
    if (rows > 3) {
      x = v128.load64_splat(fourth + at);
      d0 = i32x4.add(d0, i32x4.dot_i16x8_s(x, w0));
      d1 = i32x4.add(d1, i32x4.dot_i16x8_s(x, w1));
    }
    if (rows > 4) {
      x = v128.load64_splat(fifth + at);
      e0 = i32x4.add(e0, i32x4.dot_i16x8_s(x, w0));
      e1 = i32x4.add(e1, i32x4.dot_i16x8_s(x, w1));
    }
  }
  finish(a0, a1, unit, target);
  if (rows > 1) finish(b0, b1, unit, target + stride);
  if (rows > 2) finish(c0, c1, unit, target + 2 * stride);
  if (rows > 3) finish(d0, d1, unit, target + 3 * stride);
  if (rows > 4) finish(e0, e1, unit, target + 4 * stride);
}

// @ts-ignore: decorator
@inline
function finish(low: v128, high: v128, unit: v128, target: i32): void {
  const sums = i32x4.add(i32x4.shuffle(low, high, 0, 2, 4, 6), i32x4.shuffle(low, high, 1, 3, 5, 7));
  v128.store(target, f32x4.add(v128.load(target), f32x4.mul(f32x4.convert_i32x4_s(sums), unit)));
}
