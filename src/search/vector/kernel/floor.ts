/** The first free address. */
export const base: usize = __heap_base;

/**
 * Sums the 32-bit lanes of the codes, 64 bytes at a time, as fast as memory can be read. The bench compares a scan's
 * time with this lower bound.
 */
export function readAll(codes: usize, bytes: usize): i32 {
  let a = i32x4.splat(0), b = a, c = a, d = a;
  for (const end = codes + bytes; codes < end; codes += 64) {
    a = i32x4.add(a, v128.load(codes));
    b = i32x4.add(b, v128.load(codes, 16));
    c = i32x4.add(c, v128.load(codes, 32));
    d = i32x4.add(d, v128.load(codes, 48));
  }
  const all = i32x4.add(i32x4.add(a, b), i32x4.add(c, d));
  return i32x4.extract_lane(all, 0) + i32x4.extract_lane(all, 1) + i32x4.extract_lane(all, 2) + i32x4.extract_lane(all, 3);
}
