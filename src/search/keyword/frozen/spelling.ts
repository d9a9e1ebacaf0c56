import { editsAreAtLeast, letterOf, lettersOf } from '../letters.ts';
import type { FoundWord } from '../word-index.ts';
import { Cursor, type StringTable } from './string-table.ts';
import { plainLength } from './word-key.ts';

/** Longer words are kept as being so long. */
const longest = 255;

/** Finds misspelt words in a table of keys. Which letters each word has and how many is kept at hand, so that only few words must be read. */
export class Spelling {
  readonly #table: StringTable;
  readonly #lengths: Uint8Array;
  readonly #letters: Int32Array;

  constructor(table: StringTable) {
    this.#table = table;
    this.#lengths = new Uint8Array(table.size);
    this.#letters = new Int32Array(table.size);
    for (const cursor = new Cursor(table); cursor.next();) {
      const length = plainLength(cursor.units, cursor.length);
      this.#lengths[cursor.place] = Math.min(length, longest);
      for (let at = 0; at < length; at++) this.#letters[cursor.place]! |= letterOf(cursor.units[at]!);
    }
  }

  /** The words whose plain form is `distance` edits from `text`. */
  near(text: string, distance: number): FoundWord[] {
    const letters = lettersOf(text);
    const lengths = this.#lengths;
    const lettersOfWord = this.#letters;
    const textLength = Math.min(text.length, longest);
    const cursor = new Cursor(this.#table);
    const found: FoundWord[] = [];
    for (let word = 0; word < lengths.length; word++) {
      if (
        Math.abs(lengths[word]! - textLength) > distance ||
        editsAreAtLeast(lettersOfWord[word]! ^ letters) > distance
      )
        continue;
      cursor.moveTo(word);
      const length = plainLength(cursor.units, cursor.length);
      if (isWithin(distance, cursor.units, length, text) && !isWithin(distance - 1, cursor.units, length, text))
        found.push({ word, length });
    }
    return found;
  }
}

/** Whether the rests of two words, from these offsets on, differ by at most this number of edits (Levenshtein, in UTF-16 units). */
function isWithin(edits: number, units: Uint16Array, length: number, text: string, from = 0, textFrom = 0): boolean {
  let [at, textAt] = [from, textFrom];
  while (at < length && textAt < text.length && units[at] === text.charCodeAt(textAt)) {
    at++;
    textAt++;
  }
  const [left, textLeft] = [length - at, text.length - textAt];
  if (left === 0 || textLeft === 0) return left + textLeft <= edits;
  if (edits === 0 || Math.abs(left - textLeft) > edits) return false;
  return (
    isWithin(edits - 1, units, length, text, at + 1, textAt + 1) ||
    isWithin(edits - 1, units, length, text, at + 1, textAt) ||
    isWithin(edits - 1, units, length, text, at, textAt + 1)
  );
}
