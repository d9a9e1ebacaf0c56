import { greatestOf, rounded } from '../../kernel/lanes';
import { activations } from './memory';

/** 13 bits: the sum of 1280 products with weights of 7 bits stays below 2^31. */
const greatestActivation: f32 = 8191;

/**
 * Quantises rows of f32, `stride` bytes apart, to i16 in `activations`, without gaps. Returns the scale: the value that
 * an activation of 1 stands for.
 */
export function quantise(source: i32, stride: i32, depth: i32, rows: i32): f32 {
  let greatest = f32x4.splat(0);
  for (let row = 0, from = source; row < rows; row++, from += stride)
    for (let at = from; at < from + 4 * depth; at += 16) greatest = f32x4.pmax(greatest, f32x4.abs(v128.load(at)));
  const highest = greatestOf(greatest);
  const scale = highest > 0 ? highest / greatestActivation : <f32>1;
  const inverse = f32x4.splat(<f32>1 / scale);
  for (let row = 0, from = source, to = activations; row < rows; row++, from += stride)
    for (let at = from; at < from + 4 * depth; at += 32, to += 16)
      v128.store(to, i16x8.narrow_i32x4_s(code(at, inverse), code(at + 16, inverse)));
  return scale;
}

// @ts-ignore: decorator
@inline
function code(source: i32, inverse: v128): v128 {
  return rounded(f32x4.mul(v128.load(source), inverse));
}
