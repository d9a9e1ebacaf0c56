import { fromBytes } from '../../doc-values/bytes.ts';
import type { DocValues } from '../../doc-values/doc-values.ts';
import { wholeOccurrence } from '../bag.ts';
import type { Postings } from '../postings.ts';
import type { FoundWord, MisspeltWord, WordIndex } from '../word-index.ts';
import { ByteReader, unpack } from './bytes.ts';
import { Spelling } from './spelling.ts';
import { Cursor, StringTable } from './string-table.ts';
import { plainLength, wordOfKey } from './word-key.ts';

/** The sections of a segment's bytes, in their order. */
export const sections = [
  'docValues',
  'lengths',
  'terms',
  'spaced',
  'unspaced',
  'termOfWord',
  'postingSizes',
  'postings',
] as const;

/**
 * Memories that are searched by word and of which nothing changes but that they are removed. They are numbered, the oldest (createdAt, id) first.
 * A word has a number too: its place among the words of scripts with spaces, or of those without, which follow them. All of it lies in bytes: there is no object for a memory, a word, or a place where one occurs.
 */
export class Segment implements WordIndex {
  readonly bytes: Uint8Array;
  /** By the numbers of the memories; tells also which are removed. */
  readonly docValues: DocValues;
  /** Of each memory, in distinct terms. */
  readonly lengths: Uint32Array;
  readonly terms: StringTable;
  /** The keys (`keyOfWord`) of words of scripts with spaces. */
  readonly spaced: StringTable;
  readonly unspaced: StringTable;
  readonly termOfWord: Uint32Array;
  /** The words of all terms, term by term, and where those of each term begin. */
  readonly #words: Uint32Array;
  readonly #wordsStart: Uint32Array;
  readonly #postings: Uint8Array;
  readonly #postingsStart: Uint32Array;
  #totalLength: number;
  /** Made when it is first needed. */
  #spelling: Spelling | undefined;

  /** `bytes` as a SegmentWriter made them. */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    const [docValues, lengths, terms, spaced, unspaced, termOfWord, postingSizes, postings] = unpack(
      bytes,
      sections.length,
    ) as [Uint8Array, ...Uint8Array[]] & Uint8Array[];
    this.docValues = fromBytes(docValues);
    this.lengths = new ByteReader(lengths!).numbers(this.docValues.length);
    this.terms = new StringTable(terms!);
    this.spaced = new StringTable(spaced!);
    this.unspaced = new StringTable(unspaced!);
    this.termOfWord = termsFrom(termOfWord!, this.spaced.size + this.unspaced.size);
    [this.#wordsStart, this.#words] = grouped(this.termOfWord, this.terms.size);
    this.#postings = postings!;
    this.#postingsStart = startsFrom(postingSizes!, this.termOfWord.length);
    this.#totalLength = this.lengths.reduce((sum, length) => sum + length, 0);
  }

  /** How many memories are not removed. */
  get size(): number {
    return this.docValues.size;
  }

  /** Of all memories that are not removed. */
  get totalLength(): number {
    return this.#totalLength;
  }

  /** Whether there was something to remove. */
  remove(id: string): boolean {
    const number = this.docValues.number(id);
    if (number === undefined) return false;
    this.removeNumber(number);
    return true;
  }

  removeNumber(number: number): void {
    this.docValues.remove(number);
    this.#totalLength -= this.lengths[number]!;
  }

  wordsOf(term: string): Uint32Array {
    const number = this.terms.find(term);
    return number === undefined
      ? noWords
      : this.#words.subarray(this.#wordsStart[number], this.#wordsStart[number + 1]);
  }

  termOf(word: number): string {
    return this.terms.at(this.termOfWord[word]!);
  }

  textOf(word: number): string {
    return wordOfKey(word < this.spaced.size ? this.spaced.at(word) : this.unspaced.at(word - this.spaced.size));
  }

  /** Each posting is written as (distance to the memory before) × 2, and 1 more if the word does not count as one whole occurrence: then what it counts follows. */
  read(word: number, into: Postings): void {
    const start = this.#postingsStart[word]!;
    const end = this.#postingsStart[word + 1]!;
    into.reserve(end - start);
    const { numbers, counts } = into;
    let { length } = into;
    let number = -1;
    const reader = new ByteReader(this.#postings, start);
    while (reader.at < end) {
      const step = reader.number();
      number += step >>> 1;
      numbers[length] = number;
      counts[length++] = (step & 1) === 0 ? wholeOccurrence : reader.number();
    }
    into.length = length;
  }

  *beginningWith(plain: string): Generator<FoundWord> {
    const first = this.spaced.firstFrom(plain);
    if (first === this.spaced.size) return;
    const cursor = new Cursor(this.spaced);
    cursor.moveTo(first);
    do {
      if (!cursor.beginsWith(plain)) return;
      yield { word: cursor.place, length: plainLength(cursor.units, cursor.length) };
    } while (cursor.next());
  }

  speltNear(plain: string, farthest: number): Iterable<MisspeltWord> {
    return (this.#spelling ??= new Spelling(this.spaced)).near(plain, farthest);
  }

  *unspacedWords(): Generator<string> {
    const cursor = new Cursor(this.unspaced);
    while (cursor.next()) yield cursor.text(plainLength(cursor.units, cursor.length));
  }
}

const noWords = new Uint32Array();

/** Terms stand in nearly the order of their words: each is written as its distance to the one before, signs folded in. */
function termsFrom(bytes: Uint8Array, count: number): Uint32Array {
  const terms = new ByteReader(bytes).numbers(count);
  let term = 0;
  for (let word = 0; word < count; word++) {
    const folded = terms[word]!;
    terms[word] = term += (folded >>> 1) ^ -(folded & 1);
  }
  return terms;
}

/** The sums of all sizes before each, and of all. */
function startsFrom(bytes: Uint8Array, count: number): Uint32Array {
  const reader = new ByteReader(bytes);
  const starts = new Uint32Array(count + 1);
  for (let place = 0; place < count; place++) starts[place + 1] = starts[place]! + reader.number();
  return starts;
}

/** Words by term: where those of each term begin, and the words. */
function grouped(termOfWord: Uint32Array, terms: number): [starts: Uint32Array, words: Uint32Array] {
  const starts = new Uint32Array(terms + 1);
  for (const term of termOfWord) starts[term + 1]!++;
  for (let term = 0; term < terms; term++) starts[term + 1]! += starts[term]!;
  const next = starts.slice();
  const words = new Uint32Array(termOfWord.length);
  for (let word = 0; word < termOfWord.length; word++) words[next[termOfWord[word]!]!++] = word;
  return [starts, words];
}
