/** No vowels, `y` or `s`: no stemmer changes such a word, and no other text contains it. */
const letters = 'bcdfghjkmnpqrtvwxz';

/** A random word of 16 letters that no other memory contains. */
export function newWord(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => letters[byte % letters.length]).join('');
}
