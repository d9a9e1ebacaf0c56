/** The most rows multiplied at once: five accumulators of eight columns fit the registers, six don't. */
export const mostRows: i32 = 5;

/** The size of the next group: four, or a size that avoids a later group of one or two. */
// @ts-ignore: decorator
@inline
export function nextGroup(remaining: i32): i32 {
  if (remaining <= mostRows) return remaining;
  if (remaining == 6) return 3;
  const over = remaining & 3;
  return over == 1 || (over == 2 && remaining >= 10) ? 5 : 4;
}
