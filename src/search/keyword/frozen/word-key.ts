import { plainOf } from '../../../lib/text/term.ts';

/** Between a plain word and the word itself; no word holds it, and it sorts before all that words hold. */
const separator = '\0';

/** What a word is sorted by in a segment: the plain word, and after it the word where that is another. So words that begin alike when plain stand together. */
export function wordKey(word: string): string {
  const plain = plainOf(word);
  return plain === word ? word : plain + separator + word;
}

export function wordOfKey(key: string): string {
  return key.slice(key.indexOf(separator) + 1);
}

/** The length of the plain word at the beginning of a key given by its UTF-16 units. */
export function plainLength(units: Uint16Array, length: number): number {
  for (let place = 0; place < length; place++) if (units[place] === 0) return place;
  return length;
}
