/**
 * Two loops that do the same work in registers, for JavaScript to time. They show how fast this CPU multiplies bytes in
 * each of the two ways (see variant.ts).
 */
export const productsOfRound: i32 = 8 * 16;

/** Products summed in pairs, then in fours. */
export function pairs(rounds: i32): i32 {
  return loop(rounds, false);
}

/** Products summed in fours, by one instruction if the CPU has it. */
export function fours(rounds: i32): i32 {
  return loop(rounds, true);
}

// @ts-ignore: decorator
@inline
function loop(rounds: i32, inFours: bool): i32 {
  const w0 = i8x16.splat(<i8>(rounds & 127)), w1 = i8x16.splat(<i8>((rounds >> 1) & 127)), w2 = i8x16.splat(<i8>((rounds >> 2) & 127)), w3 = i8x16.splat(<i8>((rounds >> 3) & 127));
  let x = i32x4.splat(rounds);
  let a = x, b = x, c = x, d = x, e = x, f = x, g = x, h = x;
  for (let round = 0; round < rounds; round++) {
    a = add(inFours, x, w0, a);
    b = add(inFours, x, w1, b);
    c = add(inFours, x, w2, c);
    d = add(inFours, x, w3, d);
    x = i32x4.add(x, w0);
    e = add(inFours, x, w0, e);
    f = add(inFours, x, w1, f);
    g = add(inFours, x, w2, g);
    h = add(inFours, x, w3, h);
  }
  return i32x4.extract_lane(i32x4.add(i32x4.add(i32x4.add(a, b), i32x4.add(c, d)), i32x4.add(i32x4.add(e, f), i32x4.add(g, h))), 0);
}

// @ts-ignore: decorator
@inline
function add(inFours: bool, x: v128, weights: v128, sums: v128): v128 {
  if (inFours) return i32x4.relaxed_dot_i8x16_i7x16_add_s(x, weights, sums);
  return i32x4.add(sums, i32x4.extadd_pairwise_i16x8_s(i16x8.relaxed_dot_i8x16_i7x16_s(x, weights)));
}
