import { multiplyAdd } from './arithmetic';

const reach: f32 = 4.2;

/**
 * x × Φ(x) with 2 Φ(x) - 1 ≈ c × P(c²), where c is x clamped to ±4.2. For |x| up to 8, the error is below 1e-4.
 * scripts/model/polynomials.py finds P.
 */
// @ts-ignore: decorator
@inline
export function gelu(x: v128): v128 {
  const clamped = f32x4.pmax(f32x4.pmin(x, f32x4.splat(reach)), f32x4.splat(-reach));
  const square = f32x4.mul(clamped, clamped);
  let p = f32x4.splat(9.75110885e-11);
  p = multiplyAdd(p, square, f32x4.splat(-9.52053698e-9));
  p = multiplyAdd(p, square, f32x4.splat(4.12382686e-7));
  p = multiplyAdd(p, square, f32x4.splat(-1.05463558e-5));
  p = multiplyAdd(p, square, f32x4.splat(0.000179393682));
  p = multiplyAdd(p, square, f32x4.splat(-0.00217169633));
  p = multiplyAdd(p, square, f32x4.splat(0.0194797818));
  p = multiplyAdd(p, square, f32x4.splat(-0.132445199));
  p = multiplyAdd(p, square, f32x4.splat(0.797673504));
  const half = f32x4.mul(x, f32x4.splat(0.5));
  return multiplyAdd(half, f32x4.mul(clamped, p), half);
}
