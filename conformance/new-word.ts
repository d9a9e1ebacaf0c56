/** No vowel, no y, no s: a stemmer leaves such a word alone, and it stands in nobody's text. */
const letters = 'bcdfghjkmnpqrtvwxz';

/** A made-up word of 16 letters that no other memory holds. */
export function newWord(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => letters[byte % letters.length]).join('');
}
