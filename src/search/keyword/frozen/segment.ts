import { fromBytes } from '../../doc-values/bytes.ts';
import type { DocValues } from '../../doc-values/doc-values.ts';
import { RecentValues } from '../../doc-values/recent-values.ts';
import { wholeOccurrence } from '../bag.ts';
import type { Postings } from '../postings.ts';
import type { FoundWord, WordIndex } from '../word-index.ts';
import { ByteReader, unpack } from './bytes.ts';
import { Spelling } from './spelling.ts';
import { Cursor, StringTable } from './string-table.ts';
import { plainLength, wordOfKey } from './word-key.ts';

/** The sections of a segment's bytes, in order. */
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

/** An index of memories by word. Memories are numbered oldest (createdAt, id) first. */
export class Segment implements WordIndex {
  readonly bytes: Uint8Array;
  readonly docValues: DocValues;
  readonly lengths: Uint32Array;
  readonly terms: StringTable;
  /** The keys (`wordKey`) of words of scripts with spaces. */
  readonly spaced: StringTable;
  readonly unspaced: StringTable;
  readonly termOfWord: Uint32Array;
  /** The words of all terms, term by term, and the index of each term's first word. */
  readonly #words: Uint32Array;
  readonly #wordsStart: Uint32Array;
  readonly #postings: Uint8Array;
  readonly #postingsStart: Uint32Array;
  #totalLength: number;
  #spelling: Spelling | undefined;
  /**
   * A cache of recently looked-up terms, each in the slot of its hash, with the terms' numbers (-1: not in the
   * segment).
   */
  readonly #recentTerms = Array.from({ length: recentSlots }, () => '');
  readonly #recentNumbers = new Int32Array(recentSlots).fill(-1);
  readonly #termWords = new RecentValues<Uint32Array>();
  readonly #readWords = (term: number) => this.#wordsOfTerm(term);
  readonly #termTexts = new RecentValues<string>();
  readonly #readTerm = (term: number) => this.terms.at(term);
  readonly #wordTexts = new RecentValues<string>();
  readonly #readText = (word: number) =>
    wordOfKey(word < this.spaced.size ? this.spaced.at(word) : this.unspaced.at(word - this.spaced.size));

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

  get size(): number {
    return this.docValues.size;
  }

  get totalLength(): number {
    return this.#totalLength;
  }

  /** Returns whether the memory was there. */
  remove(id: string): boolean {
    const number = this.docValues.numberOf(id);
    if (number === undefined) return false;
    this.removeNumber(number);
    return true;
  }

  removeNumber(number: number): void {
    this.docValues.remove(number);
    this.#totalLength -= this.lengths[number]!;
  }

  hasTerm(term: string): boolean {
    return this.#numberOf(term) >= 0;
  }

  wordsOf(term: string): Uint32Array {
    const number = this.#numberOf(term);
    return number < 0 ? noWords : this.#termWords.of(number, this.#readWords);
  }

  #numberOf(term: string): number {
    if (term === '' || term.length > longestRecent) return this.terms.find(term) ?? -1;
    const slot = slotOf(term);
    if (this.#recentTerms[slot] !== term) {
      this.#recentTerms[slot] = term;
      this.#recentNumbers[slot] = this.terms.find(term) ?? -1;
    }
    return this.#recentNumbers[slot]!;
  }

  formsOf(word: number): Uint32Array {
    return this.#wordsOfTerm(this.termOfWord[word]!);
  }

  #wordsOfTerm(term: number): Uint32Array {
    return this.#words.subarray(this.#wordsStart[term], this.#wordsStart[term + 1]);
  }

  termOf(word: number): string {
    return this.#termTexts.of(this.termOfWord[word]!, this.#readTerm);
  }

  textOf(word: number): string {
    return this.#wordTexts.of(word, this.#readText);
  }

  /**
   * Reads a word's postings: the memories that contain the word, with a count each. A posting is stored as twice the
   * difference to the previous memory's number. If the count isn't one full occurrence, the stored value is greater by
   * 1, and the count follows.
   */
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
      yield { word: cursor.index, length: plainLength(cursor.units, cursor.length) };
    } while (cursor.next());
  }

  speltNear(plain: string, farthest: number): Iterable<FoundWord[]> {
    return (this.#spelling ??= new Spelling(this.spaced)).near(plain, farthest);
  }

  *unspacedWords(): Generator<string> {
    const cursor = new Cursor(this.unspaced);
    while (cursor.next()) yield cursor.text(plainLength(cursor.units, cursor.length));
  }
}

/** A power of two. */
const recentSlots = 4_096;

/** The longest cached term, in UTF-16 units: as long as two joined words can be. */
const longestRecent = 32;

function slotOf(term: string): number {
  let hash = 0;
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash, 31) + term.charCodeAt(at);
  return (hash ^ (hash >>> 11)) & (recentSlots - 1);
}

const noWords = new Uint32Array();

function termsFrom(bytes: Uint8Array, count: number): Uint32Array {
  const terms = new ByteReader(bytes).numbers(count);
  let term = 0;
  for (let word = 0; word < count; word++) {
    const folded = terms[word]!;
    terms[word] = term += (folded >>> 1) ^ -(folded & 1);
  }
  return terms;
}

function startsFrom(bytes: Uint8Array, count: number): Uint32Array {
  const reader = new ByteReader(bytes);
  const starts = new Uint32Array(count + 1);
  for (let position = 0; position < count; position++) starts[position + 1] = starts[position]! + reader.number();
  return starts;
}

function grouped(termOfWord: Uint32Array, terms: number): [starts: Uint32Array, words: Uint32Array] {
  const starts = new Uint32Array(terms + 1);
  for (const term of termOfWord) starts[term + 1]!++;
  for (let term = 0; term < terms; term++) starts[term + 1]! += starts[term]!;
  const next = starts.slice();
  const words = new Uint32Array(termOfWord.length);
  for (let word = 0; word < termOfWord.length; word++) words[next[termOfWord[word]!]!++] = word;
  return [starts, words];
}
