import { bitCount, letterBit, lettersOf, lettersPerEdit, pairBit, pairsOf, pairsPerEdit } from '../letters.ts';
import type { FoundWord } from '../word-index.ts';
import { Cursor, type StringTable } from './string-table.ts';
import { plainLength } from './word-key.ts';
import { WordParts } from './word-parts.ts';

/** Finds words by similar spelling. */
export class Spelling {
  /** For each length: the index of the first word of that length, and the offset of that word's letters. */
  readonly #firstOfLength: Uint32Array;
  readonly #unitsOfLength: Uint32Array;
  /** In order of length: the words, and which letters and pairs of letters each has. */
  readonly #words: Uint32Array;
  readonly #letters: Int32Array;
  readonly #pairs: Int32Array;
  /** The words' plain forms in UTF-16 units, in order of length, without gaps. */
  readonly #units: Uint16Array;
  readonly #parts: WordParts;
  constructor(table: StringTable) {
    const lengths = new Uint32Array(table.size);
    let longest = 0;
    for (const cursor = new Cursor(table); cursor.next();)
      longest = Math.max(longest, (lengths[cursor.index] = plainLength(cursor.units, cursor.length)));
    const counts = new Uint32Array(longest + 1);
    for (const length of lengths) counts[length]!++;
    this.#firstOfLength = new Uint32Array(longest + 2);
    this.#unitsOfLength = new Uint32Array(longest + 2);
    for (let length = 0; length <= longest; length++) {
      this.#firstOfLength[length + 1] = this.#firstOfLength[length]! + counts[length]!;
      this.#unitsOfLength[length + 1] = this.#unitsOfLength[length]! + counts[length]! * length;
    }
    this.#words = new Uint32Array(table.size);
    this.#letters = new Int32Array(table.size);
    this.#pairs = new Int32Array(table.size);
    this.#units = new Uint16Array(this.#unitsOfLength[longest + 1]!);
    const next = this.#firstOfLength.slice();
    for (const cursor = new Cursor(table); cursor.next();) {
      const length = lengths[cursor.index]!;
      const index = next[length]!++;
      this.#words[index] = cursor.index;
      this.#units.set(cursor.units.subarray(0, length), this.#startOf(index, length));
      for (let at = 0; at < length; at++) {
        this.#letters[index]! |= letterBit(cursor.units[at]!);
        if (at > 0) this.#pairs[index]! |= pairBit(cursor.units[at - 1]!, cursor.units[at]!);
      }
    }
    this.#parts = new WordParts(this.#units, this.#firstOfLength);
  }

  /** The words whose plain form is 1 edit from `text`, then those with 2 edits, and so on up to `farthest`. */
  *near(text: string, farthest: number): Generator<FoundWord[]> {
    const [letters, pairs] = [lettersOf(text), pairsOf(text)];
    for (let distance = 1; distance <= farthest; distance++) yield this.#at(distance, text, letters, pairs);
  }

  /** The words at exactly this distance. */
  #at(distance: number, text: string, letters: number, pairs: number): FoundWord[] {
    const [lettersOfWord, pairsOfWord, units] = [this.#letters, this.#pairs, this.#units];
    const [mostLetters, mostPairs] = [lettersPerEdit * distance, pairsPerEdit * distance];
    const found = new Map<number, FoundWord>();
    const longest = Math.min(text.length + distance, this.#firstOfLength.length - 2);
    for (let length = Math.max(1, text.length - distance); length <= longest; length++) {
      const [first, end] = [this.#firstOfLength[length]!, this.#firstOfLength[length + 1]!];
      this.#parts.forEachNear(text, length, distance, (index) => {
        if (index < first || index >= end) return;
        if (bitCount(lettersOfWord[index]! ^ letters) > mostLetters) return;
        if (bitCount(pairsOfWord[index]! ^ pairs) > mostPairs) return;
        const start = this.#startOf(index, length);
        if (!isWithin(distance, units, start, start + length, text)) return;
        if (!isWithin(distance - 1, units, start, start + length, text))
          found.set(index, { word: this.#words[index]!, length });
      });
    }
    return [...found.values()];
  }

  #startOf(index: number, length: number): number {
    return this.#unitsOfLength[length]! + (index - this.#firstOfLength[length]!) * length;
  }
}

/**
 * Whether the units from `start` to `end` and the text from `from` to `to` differ by at most `edits` (Levenshtein, in
 * UTF-16 units).
 */
function isWithin(
  edits: number,
  units: Uint16Array,
  start: number,
  end: number,
  text: string,
  from = 0,
  to = text.length,
): boolean {
  let [at, textAt, left, textLeft] = [start, from, end, to];
  while (at < left && textAt < textLeft && units[at] === text.charCodeAt(textAt)) {
    at++;
    textAt++;
  }
  while (at < left && textAt < textLeft && units[left - 1] === text.charCodeAt(textLeft - 1)) {
    left--;
    textLeft--;
  }
  const [length, textLength] = [left - at, textLeft - textAt];
  if (length === 0 || textLength === 0) return length + textLength <= edits;
  if (edits === 0 || Math.abs(length - textLength) > edits) return false;
  return (
    isWithin(edits - 1, units, at + 1, left, text, textAt + 1, textLeft) ||
    isWithin(edits - 1, units, at + 1, left, text, textAt, textLeft) ||
    isWithin(edits - 1, units, at, left, text, textAt + 1, textLeft)
  );
}
