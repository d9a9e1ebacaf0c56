// @ts-ignore: decorator
@inline
export function sumOf(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3);
}

// @ts-ignore: decorator
@inline
export function greatestOf(v: v128): f32 {
  v = f32x4.pmax(v, i32x4.shuffle(v, v, 2, 3, 0, 1));
  return f32x4.extract_lane(f32x4.pmax(v, i32x4.shuffle(v, v, 1, 0, 3, 2)), 0);
}

/** The nearest integers, as i32 lanes; exact for magnitudes below 2^22. */
// @ts-ignore: decorator
@inline
export function rounded(v: v128): v128 {
  const bias = f32x4.splat(12582912); // 1.5 × 2^23 leaves the integer in the low bits of the mantissa
  return i32x4.sub(f32x4.add(v, bias), bias);
}
