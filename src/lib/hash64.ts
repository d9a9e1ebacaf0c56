/**
 * A quick hash of 64 bits, to notice that a text is another one; no protection against people.
 * cyrb53 (bryc, public domain), without its cut to 53 bits.
 */
export function hash64(text: string, seed = 0): [number, number] {
  let one = 0xdead_beef ^ seed;
  let other = 0x41c6_ce57 ^ seed;
  for (let place = 0; place < text.length; place++) {
    const unit = text.charCodeAt(place);
    one = Math.imul(one ^ unit, 2_654_435_761);
    other = Math.imul(other ^ unit, 1_597_334_677);
  }
  const mixedOne = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
  const mixedOther =
    Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(mixedOne ^ (mixedOne >>> 13), 3_266_489_909);
  return [mixedOne >>> 0, mixedOther >>> 0];
}
