import { roundingBias } from '../../kernel/lanes';
import { multiplyAdd } from './arithmetic';

/**
 * 2^x for x of at most 0; below -120, x counts as -120. With x = n + f, n an integer and |f| ≤ ½: 2^n by the exponent
 * bits, 2^f by a polynomial with an error below 3e-6 (scripts/model/polynomials.py).
 */
// @ts-ignore: decorator
@inline
export function powerOfTwo(x: v128): v128 {
  x = f32x4.pmax(x, f32x4.splat(-120));
  const bias = f32x4.splat(roundingBias);
  const shifted = f32x4.add(x, bias);
  const whole = i32x4.sub(shifted, bias);
  const part = f32x4.sub(x, f32x4.sub(shifted, bias));
  let p = f32x4.splat(0.00956051021);
  p = multiplyAdd(p, part, f32x4.splat(0.0559170392));
  p = multiplyAdd(p, part, f32x4.splat(0.240249811));
  p = multiplyAdd(p, part, f32x4.splat(0.693121968));
  p = multiplyAdd(p, part, f32x4.splat(0.999999191));
  return i32x4.add(p, i32x4.shl(whole, 23));
}
