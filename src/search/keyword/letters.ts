/** A letter as one of 32 bits. */
export function letterOf(unit: number): number {
  return 1 << (unit % 32);
}

/** Which letters a word has. */
export function lettersOf(plain: string): number {
  let letters = 0;
  for (let place = 0; place < plain.length; place++) letters |= letterOf(plain.charCodeAt(place));
  return letters;
}

/** How many edits it takes at least to make `differing` letters alike: each changes two at most. */
export function editsAreAtLeast(differing: number): number {
  let bits = differing - ((differing >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  bits = (bits + (bits >>> 4)) & 0x0f0f_0f0f;
  return ((Math.imul(bits, 0x0101_0101) >>> 24) + 1) >> 1;
}
