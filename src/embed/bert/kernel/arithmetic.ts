import { plain, variant } from './variant';

/** a × b + c. The relaxed variants round only once if the CPU has an instruction for that. */
// @ts-ignore: decorator
@inline
export function multiplyAdd(a: v128, b: v128, c: v128): v128 {
  return variant == plain ? f32x4.add(f32x4.mul(a, b), c) : f32x4.relaxed_madd(a, b, c);
}
