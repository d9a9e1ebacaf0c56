import { pieceStep } from './layout';

/** The scores of the block that was scored last: one f32 per slot. */
export const blockScores: usize = memory.data(32, 16);

/** `scales`, f32: the value of a code of 1 in each slot. */
// @ts-ignore: decorator
@inline
export function scoreBlock(codes: usize, width: i32, scales: usize, query: usize): void {
  let a = i32x4.splat(0), b = a, c = a, d = a, e = a, f = a, g = a, h = a;
  for (const end = codes + (width << 3); codes < end; codes += pieceStep, query += 32) {
    a = addProducts(a, codes, query);
    b = addProducts(b, codes + 16, query);
    c = addProducts(c, codes + 32, query);
    d = addProducts(d, codes + 48, query);
    e = addProducts(e, codes + 64, query);
    f = addProducts(f, codes + 80, query);
    g = addProducts(g, codes + 96, query);
    h = addProducts(h, codes + 112, query);
  }
  v128.store(blockScores, scored(sumsOf(a, b, c, d), scales));
  v128.store(blockScores, scored(sumsOf(e, f, g, h), scales + 16), 16);
}

/** No lane overflows: see `quantisedQuery`. */
// @ts-ignore: decorator
@inline
function addProducts(sum: v128, codes: usize, query: usize): v128 {
  const low = i32x4.dot_i16x8_s(v128.load_ext<i8>(codes), v128.load(query));
  const high = i32x4.dot_i16x8_s(v128.load_ext<i8>(codes, 8), v128.load(query, 16));
  return i32x4.add(sum, i32x4.add(low, high));
}

/** The sum of the four lanes of each argument, in order. */
// @ts-ignore: decorator
@inline
function sumsOf(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = i32x4.add(i32x4.shuffle(a, b, 0, 4, 1, 5), i32x4.shuffle(a, b, 2, 6, 3, 7));
  const cd = i32x4.add(i32x4.shuffle(c, d, 0, 4, 1, 5), i32x4.shuffle(c, d, 2, 6, 3, 7));
  return i32x4.add(i32x4.shuffle(ab, cd, 0, 1, 4, 5), i32x4.shuffle(ab, cd, 2, 3, 6, 7));
}

// @ts-ignore: decorator
@inline
function scored(products: v128, scales: usize): v128 {
  return f32x4.mul(f32x4.convert_i32x4_s(products), v128.load(scales));
}
