import { bitCount, letterBit, lettersOf, lettersPerEdit, pairBit, pairsOf, pairsPerEdit } from '../letters.ts';
import type { FoundWord } from '../word-index.ts';
import { Cursor, type StringTable } from './string-table.ts';
import { plainLength } from './word-key.ts';

/** A word, and how many bits of its `lettersOf` and `pairsOf` differ from those of the text that is looked for. */
interface Candidate {
  index: number;
  length: number;
  letters: number;
  pairs: number;
}

/** Finds words by similar spelling. Words are grouped by length, so a search reads only words of a similar length. */
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
  }

  /** The words whose plain form is 1 edit from `text`, then those with 2 edits, and so on up to `farthest`. */
  *near(text: string, farthest: number): Generator<FoundWord[]> {
    let candidates = this.#candidates(text, farthest, text.length, text.length);
    for (let distance = 1; distance <= farthest; distance++) {
      const [shortest, longest] = [text.length - distance, text.length + distance];
      candidates = candidates.concat(
        this.#candidates(text, farthest, shortest, shortest),
        this.#candidates(text, farthest, longest, longest),
      );
      const found: FoundWord[] = [];
      const others: Candidate[] = [];
      for (const candidate of candidates) {
        const { index, length, letters, pairs } = candidate;
        const start = this.#startOf(index, length);
        if (
          letters > lettersPerEdit * distance ||
          pairs > pairsPerEdit * distance ||
          !isWithin(distance, this.#units, start, start + length, text)
        )
          others.push(candidate);
        else if (distance > 1 || !isWithin(0, this.#units, start, start + length, text))
          found.push({ word: this.#words[index]!, length });
      }
      yield found;
      candidates = others;
    }
  }

  /** The words of `shortest` to `longest` units, except those that differ from `text` in too many letters. */
  #candidates(text: string, farthest: number, shortest: number, longest: number): Candidate[] {
    const found: Candidate[] = [];
    const lettersOfWord = this.#letters;
    const pairsOfWord = this.#pairs;
    const [ownLetters, ownPairs] = [lettersOf(text), pairsOf(text)];
    const [mostLetters, mostPairs] = [lettersPerEdit * farthest, pairsPerEdit * farthest];
    const last = Math.min(longest, this.#firstOfLength.length - 2);
    for (let length = Math.max(1, shortest); length <= last; length++) {
      const end = this.#firstOfLength[length + 1]!;
      for (let index = this.#firstOfLength[length]!; index < end; index++) {
        const letters = bitCount(lettersOfWord[index]! ^ ownLetters);
        if (letters > mostLetters) continue;
        const pairs = bitCount(pairsOfWord[index]! ^ ownPairs);
        if (pairs <= mostPairs) found.push({ index, length, letters, pairs });
      }
    }
    return found;
  }

  #startOf(index: number, length: number): number {
    return this.#unitsOfLength[length]! + (index - this.#firstOfLength[length]!) * length;
  }
}

/**
 * Compares a part of `units` (from `start` to before `end`) with a part of `text`. Returns whether they differ by at
 * most this number of edits (Levenshtein, in UTF-16 units).
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
