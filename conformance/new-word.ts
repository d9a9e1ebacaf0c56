/** Without vowels, y and s, so that a stemmer changes no word and no text contains one. */
const letters = 'bcdfghjkmnpqrtvwxz';

/** A random word of 16 letters that no other memory contains. */
export function newWord(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => letters[byte % letters.length]).join('');
}
