/** How fast this CPU multiplies bytes in either way: loops of the same work, for JavaScript to time. See variant.ts. */

/** Products of bytes, summed in pairs, then in fours. */
export function pairs(rounds: i32): i32 {
  let a = i32x4.splat(rounds), b = a, c = a, d = a;
  const weights = i8x16.splat(3);
  for (let round = 0; round < rounds; round++) {
    a = i32x4.add(a, i32x4.extadd_pairwise_i16x8_s(i16x8.relaxed_dot_i8x16_i7x16_s(a, weights)));
    b = i32x4.add(b, i32x4.extadd_pairwise_i16x8_s(i16x8.relaxed_dot_i8x16_i7x16_s(b, weights)));
    c = i32x4.add(c, i32x4.extadd_pairwise_i16x8_s(i16x8.relaxed_dot_i8x16_i7x16_s(c, weights)));
    d = i32x4.add(d, i32x4.extadd_pairwise_i16x8_s(i16x8.relaxed_dot_i8x16_i7x16_s(d, weights)));
  }
  return i32x4.extract_lane(i32x4.add(i32x4.add(a, b), i32x4.add(c, d)), 0);
}

/** Products of bytes, summed in fours by one instruction where the CPU has it. */
export function fours(rounds: i32): i32 {
  let a = i32x4.splat(rounds), b = a, c = a, d = a;
  const weights = i8x16.splat(3);
  for (let round = 0; round < rounds; round++) {
    a = i32x4.relaxed_dot_i8x16_i7x16_add_s(a, weights, a);
    b = i32x4.relaxed_dot_i8x16_i7x16_add_s(b, weights, b);
    c = i32x4.relaxed_dot_i8x16_i7x16_add_s(c, weights, c);
    d = i32x4.relaxed_dot_i8x16_i7x16_add_s(d, weights, d);
  }
  return i32x4.extract_lane(i32x4.add(i32x4.add(a, b), i32x4.add(c, d)), 0);
}
