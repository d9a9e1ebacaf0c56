const prime: i32 = 0x01000193;

/** The checksum of src/lib/checksum.ts with seed 0. The number of bytes must be a multiple of 16. */
export function checksum(start: i32, end: i32): i32 {
  let first: i32 = 0;
  let second: i32 = 1;
  let third: i32 = 2;
  let fourth: i32 = 3;
  for (let at = start; at < end; at += 16) {
    first = folded(first, load<i32>(at));
    second = folded(second, load<i32>(at, 4));
    third = folded(third, load<i32>(at, 8));
    fourth = folded(fourth, load<i32>(at, 12));
  }
  return folded(folded(folded(first, second), third), fourth);
}

// @ts-ignore: decorator
@inline
function folded(sum: i32, word: i32): i32 {
  const product = (sum ^ word) * prime;
  return product ^ (product >>> 15);
}
