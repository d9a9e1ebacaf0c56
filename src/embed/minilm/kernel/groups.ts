/** Most rows that are multiplied at once: five accumulators of eight columns fit the registers, six do not. */
export const mostRows: i32 = 5;

/** How many of the rows that remain make the next group: four, or what spares a group of one or two. */
// @ts-ignore: decorator
@inline
export function nextGroup(remaining: i32): i32 {
  if (remaining <= mostRows) return remaining;
  if (remaining == 6) return 3;
  const over = remaining & 3;
  return over == 1 || (over == 2 && remaining >= 10) ? 5 : 4;
}
