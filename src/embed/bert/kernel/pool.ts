import { sumOf } from '../../kernel/lanes';
import { multiplyAdd } from './arithmetic';
import { states, vectors } from './memory';
import { hidden } from './shape';

/** The vector of a sequence: the mean of its tokens' states, scaled to length 1. */
export function pool(sequence: i32, first: i32, length: i32): void {
  const target = vectors + 4 * sequence * hidden;
  const from = states + 4 * first * hidden;
  const bytes: i32 = 4 * hidden;
  let squares = f32x4.splat(0);
  for (let at = 0; at < bytes; at += 16) {
    let sum = f32x4.splat(0);
    for (let token = 0; token < length; token++) sum = f32x4.add(sum, v128.load(from + token * bytes + at));
    squares = multiplyAdd(sum, sum, squares);
    v128.store(target + at, sum);
  }
  const factor = f32x4.splat(<f32>1 / sqrt<f32>(sumOf(squares)));
  for (let at = 0; at < bytes; at += 16) v128.store(target + at, f32x4.mul(v128.load(target + at), factor));
}
