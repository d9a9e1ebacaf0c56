/**
 * A fast 64-bit hash that shows whether a text has changed; not secure. Returned as two unsigned 32-bit halves.
 * The algorithm is cyrb53 (bryc, public domain), without its last step, which cuts the hash to 53 bits.
 */
export function hash64(text: string, seed = 0): [number, number] {
  let first = 0xdead_beef ^ seed;
  let second = 0x41c6_ce57 ^ seed;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    first = Math.imul(first ^ unit, 2_654_435_761);
    second = Math.imul(second ^ unit, 1_597_334_677);
  }
  const mixedFirst =
    Math.imul(first ^ (first >>> 16), 2_246_822_507) ^ Math.imul(second ^ (second >>> 13), 3_266_489_909);
  const mixedSecond =
    Math.imul(second ^ (second >>> 16), 2_246_822_507) ^ Math.imul(mixedFirst ^ (mixedFirst >>> 13), 3_266_489_909);
  return [mixedFirst >>> 0, mixedSecond >>> 0];
}
