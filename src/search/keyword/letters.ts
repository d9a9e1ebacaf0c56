/**
 * A letter as one of 32 bits; several letters share a bit. If the bits of two words differ in many places, the words
 * are many edits apart.
 */
export function letterBit(unit: number): number {
  return 1 << (unit % 32);
}

/** Two neighbouring letters as one of 32 bits. */
export function pairBit(first: number, second: number): number {
  return 1 << (Math.imul(first * 0x1_0000 + second, 0x9e37_79b1) >>> 27);
}

/** The letters of a word, as bits. */
export function lettersOf(plain: string): number {
  let letters = 0;
  for (let at = 0; at < plain.length; at++) letters |= letterBit(plain.charCodeAt(at));
  return letters;
}

/** The pairs of neighbouring letters of a word, as bits. */
export function pairsOf(plain: string): number {
  let pairs = 0;
  for (let at = 1; at < plain.length; at++) pairs |= pairBit(plain.charCodeAt(at - 1), plain.charCodeAt(at));
  return pairs;
}

/** Words are looked for at most this many edits away. */
export const mostEdits = 2;

/** One edit changes at most this many bits: a substitution removes one letter and two pairs, and adds as many. */
export const lettersPerEdit = 2;
export const pairsPerEdit = 4;

export function bitCount(value: number): number {
  let bits = value - ((value >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  bits = (bits + (bits >>> 4)) & 0x0f0f_0f0f;
  return Math.imul(bits, 0x0101_0101) >>> 24;
}
