import { sumOf } from '../../kernel/lanes';
import { multiplyAdd } from './arithmetic';
import { hidden } from './shape';

/** Layer normalisation of one row in place (Ba, Kiros, Hinton 2016); the bias follows the gain. */
export function normalise(row: i32, gain: i32): void {
  const bytes: i32 = 4 * hidden;
  const bias = gain + bytes;
  let first = f32x4.splat(0);
  let second = f32x4.splat(0);
  for (let at = 0; at < bytes; at += 32) {
    first = f32x4.add(first, v128.load(row + at));
    second = f32x4.add(second, v128.load(row + at, 16));
  }
  const mean = f32x4.splat(sumOf(f32x4.add(first, second)) / <f32>hidden);
  first = f32x4.splat(0);
  second = f32x4.splat(0);
  for (let at = 0; at < bytes; at += 32) {
    const a = f32x4.sub(v128.load(row + at), mean);
    const b = f32x4.sub(v128.load(row + at, 16), mean);
    first = multiplyAdd(a, a, first);
    second = multiplyAdd(b, b, second);
  }
  const factor = f32x4.splat(<f32>1 / sqrt<f32>(sumOf(f32x4.add(first, second)) / <f32>hidden + <f32>1e-12));
  for (let at = 0; at < bytes; at += 16) {
    const centred = f32x4.mul(f32x4.sub(v128.load(row + at), mean), factor);
    v128.store(row + at, multiplyAdd(centred, v128.load(gain + at), v128.load(bias + at)));
  }
}

export function normaliseRows(row: i32, rows: i32, gain: i32): void {
  for (const end = row + 4 * rows * hidden; row < end; row += 4 * hidden) normalise(row, gain);
}
