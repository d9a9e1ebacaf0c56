import { plainOf } from '../../../lib/text/term.ts';

/** No word contains it, and it sorts before all other characters. */
const separator = '\0';

/**
 * The sort key of a word in a segment: its plain form (`plainOf`), followed by the word itself if it differs. Words
 * with the same plain beginning are neighbours.
 */
export function wordKey(word: string): string {
  const plain = plainOf(word);
  return plain === word ? word : plain + separator + word;
}

export function wordOfKey(key: string): string {
  return key.slice(key.indexOf(separator) + 1);
}

/** The length of the plain word at the start of a key. */
export function plainLength(units: Uint16Array, length: number): number {
  for (let index = 0; index < length; index++) if (units[index] === 0) return index;
  return length;
}
