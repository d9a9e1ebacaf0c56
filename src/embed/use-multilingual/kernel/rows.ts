import { sumOf } from '../../kernel/lanes';

/** Copies `row` into each of `rows` rows of f32, `stride` bytes apart. */
export function fill(target: i32, stride: i32, columns: i32, rows: i32, row: i32): void {
  for (let i = 0; i < rows; i++) memory.copy(target + i * stride, row, 4 * columns);
}

/** In place: negative values become 0. */
export function rectify(row: i32, columns: i32): void {
  for (let at = row; at < row + 4 * columns; at += 16) v128.store(at, positive(at));
}

/** Adds each source row to its target row. A source value below 0 counts as 0. */
export function addRectified(target: i32, targetStride: i32, source: i32, sourceStride: i32, columns: i32, rows: i32): void {
  for (let i = 0; i < rows; i++) {
    const to = target + i * targetStride;
    const from = source + i * sourceStride;
    for (let at = 0; at < 4 * columns; at += 16) v128.store(to + at, f32x4.add(v128.load(to + at), positive(from + at)));
  }
}

// @ts-ignore: decorator
@inline
function positive(address: i32): v128 {
  return f32x4.pmax(f32x4.splat(0), v128.load(address));
}

/** Layer normalisation of one row in place (Ba, Kiros, Hinton 2016). */
export function normalise(row: i32, columns: i32, gain: i32, bias: i32): void {
  const bytes: i32 = 4 * columns;
  let total = f32x4.splat(0);
  for (let at = 0; at < bytes; at += 16) total = f32x4.add(total, v128.load(row + at));
  const mean = f32x4.splat(sumOf(total) / <f32>columns);
  let squares = f32x4.splat(0);
  for (let at = 0; at < bytes; at += 16) {
    const centred = f32x4.sub(v128.load(row + at), mean);
    squares = f32x4.add(squares, f32x4.mul(centred, centred));
  }
  const factor = f32x4.splat(<f32>1 / sqrt<f32>(sumOf(squares) / <f32>columns + <f32>1e-12));
  for (let at = 0; at < bytes; at += 16) {
    const centred = f32x4.mul(f32x4.sub(v128.load(row + at), mean), factor);
    v128.store(row + at, f32x4.add(f32x4.mul(centred, v128.load(gain + at)), v128.load(bias + at)));
  }
}

/** Adds `source` × `factor` to `target`. */
export function addScaled(target: i32, source: i32, factor: f32, columns: i32): void {
  const factors = f32x4.splat(factor);
  for (let at = 0; at < 4 * columns; at += 16)
    v128.store(target + at, f32x4.add(v128.load(target + at), f32x4.mul(v128.load(source + at), factors)));
}

/** In place. */
export function scale(row: i32, factor: f32, columns: i32): void {
  const factors = f32x4.splat(factor);
  for (let at = row; at < row + 4 * columns; at += 16) v128.store(at, f32x4.mul(v128.load(at), factors));
}

/** Euclidean. */
export function lengthOf(row: i32, columns: i32): f32 {
  let squares = f32x4.splat(0);
  for (let at = row; at < row + 4 * columns; at += 16) squares = f32x4.add(squares, f32x4.mul(v128.load(at), v128.load(at)));
  return sqrt<f32>(sumOf(squares));
}
