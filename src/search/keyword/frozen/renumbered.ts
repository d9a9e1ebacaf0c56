import { Postings } from '../postings.ts';
import type { WordIndex } from '../word-index.ts';

/** The new number of a memory that is left out. */
export const gone = 0xffff_ffff;

/** Reused by every call, so its contents are valid only during a call. */
const postings = new Postings();

/** Adds to `into` the memories that contain a word, renumbered. `numbers`: the new numbers, by old number. */
export function addRenumbered(index: WordIndex, word: number, numbers: Uint32Array, into: Postings): void {
  postings.clear();
  index.read(word, postings);
  for (let position = 0; position < postings.length; position++) {
    const number = numbers[postings.numbers[position]!]!;
    if (number !== gone) into.add(number, postings.counts[position]!);
  }
}
