// @ts-ignore: decorator
@inline
export function sumOf(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3);
}

// @ts-ignore: decorator
@inline
export function integerSumOf(v: v128): i32 {
  return i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3);
}

// @ts-ignore: decorator
@inline
export function greatestOf(v: v128): f32 {
  v = f32x4.pmax(v, i32x4.shuffle(v, v, 2, 3, 0, 1));
  return f32x4.extract_lane(f32x4.pmax(v, i32x4.shuffle(v, v, 1, 0, 3, 2)), 0);
}

/** 1.5 × 2^23: added to a float below 2^22 it leaves the nearest integer in the low bits of the mantissa. */
export const roundingBias: f32 = 12582912;

/** The nearest integers, as i32 lanes; exact for magnitudes below 2^22. */
// @ts-ignore: decorator
@inline
export function rounded(v: v128): v128 {
  const bias = f32x4.splat(roundingBias);
  return i32x4.sub(f32x4.add(v, bias), bias);
}
