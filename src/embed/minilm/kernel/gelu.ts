import { multiplyAdd } from './arithmetic';

const reach: f32 = 4.2;

/** x × Φ(x) with Φ(x) ≈ ½ + c × P(c²), c = x cut off at ±4.2; wrong by less than 1e-4. scripts/model/polynomials.py finds P. */
// @ts-ignore: decorator
@inline
export function gelu(x: v128): v128 {
  const cut = f32x4.pmax(f32x4.pmin(x, f32x4.splat(reach)), f32x4.splat(-reach));
  const square = f32x4.mul(cut, cut);
  let p = f32x4.splat(9.84761576e-11);
  p = multiplyAdd(p, square, f32x4.splat(-9.59130759e-9));
  p = multiplyAdd(p, square, f32x4.splat(4.14494763e-7));
  p = multiplyAdd(p, square, f32x4.splat(-1.05791208e-5));
  p = multiplyAdd(p, square, f32x4.splat(0.00017967181));
  p = multiplyAdd(p, square, f32x4.splat(-0.00217291761));
  p = multiplyAdd(p, square, f32x4.splat(0.0194818791));
  p = multiplyAdd(p, square, f32x4.splat(-0.132444152));
  p = multiplyAdd(p, square, f32x4.splat(0.797669156));
  const half = f32x4.mul(x, f32x4.splat(0.5));
  return multiplyAdd(half, f32x4.mul(cut, p), half);
}
