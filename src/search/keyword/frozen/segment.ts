import { fromBytes } from '../../facts/bytes.ts';
import type { Facts } from '../../facts/facts.ts';
import { wholeOccurrence } from '../bag.ts';
import { ByteReader, unpack } from './bytes.ts';
import { StringTable } from './string-table.ts';

/** The sections of a segment's bytes, in their order. */
export const sections = ['facts', 'lengths', 'terms', 'spaced', 'unspaced', 'termOfWord', 'postingSizes', 'postings'] as const;

/**
 * Memories that are searched by word and of which nothing changes but that they are removed. They are numbered, the oldest (createdAt, id) first.
 * A word has a number too: its place among the words of scripts with spaces, or of those without, which follow them. All of it lies in bytes: there is no object for a memory, a word, or a place where one occurs.
 */
export class Segment {
  readonly bytes: Uint8Array;
  /** By the numbers of the memories; tells also which are removed. */
  readonly facts: Facts;
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

  /** `bytes` as a SegmentWriter made them. */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    const [facts, lengths, terms, spaced, unspaced, termOfWord, postingSizes, postings] = unpack(bytes, sections.length) as [Uint8Array, ...Uint8Array[]] & Uint8Array[];
    this.facts = fromBytes(facts);
    this.lengths = new ByteReader(lengths!).numbers(this.facts.length);
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
    return this.facts.size;
  }

  /** Of all memories that are not removed. */
  get totalLength(): number {
    return this.#totalLength;
  }

  /** Whether there was something to remove. */
  remove(id: string): boolean {
    const number = this.facts.number(id);
    if (number === undefined) return false;
    this.removeNumber(number);
    return true;
  }

  removeNumber(number: number): void {
    this.facts.remove(number);
    this.#totalLength -= this.lengths[number]!;
  }

  wordsOf(term: number): Uint32Array {
    return this.#words.subarray(this.#wordsStart[term], this.#wordsStart[term + 1]);
  }

  /** The key of a word. */
  keyOf(word: number): string {
    return word < this.spaced.size ? this.spaced.at(word) : this.unspaced.at(word - this.spaced.size);
  }

  /** The memories that hold a word, oldest first, with what it counts in each. Begins before the first of them. */
  postings(word: number): Postings {
    return new Postings(this.#postings, this.#postingsStart[word]!, this.#postingsStart[word + 1]!);
  }
}

/** Moves over the memories that hold a word. Each is written as (distance to the one before) × 2, and 1 more where the word does not count as one whole occurrence: then what it counts follows. */
export class Postings {
  /** The memory. */
  number = -1;
  /** What the word counts there, in halves. */
  count = 0;
  readonly #reader: ByteReader;
  readonly #end: number;

  constructor(bytes: Uint8Array, start: number, end: number) {
    this.#reader = new ByteReader(bytes, start);
    this.#end = end;
  }

  next(): boolean {
    if (this.#reader.at >= this.#end) return false;
    const step = this.#reader.number();
    this.number += step >>> 1;
    this.count = (step & 1) === 0 ? wholeOccurrence : this.#reader.number();
    return true;
  }
}

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
