import type { DocValues } from '../doc-values/doc-values.ts';
import type { Postings } from './postings.ts';

/** Memories by word: the common interface of MemTable and Segment. Memories and words are each numbered from 0. */
export interface WordIndex {
  /** By memory number; also says which memories are removed. */
  readonly docValues: DocValues;
  /** The length of each memory, in distinct terms. */
  readonly lengths: Uint32Array;
  /** The sum of the lengths of all memories that aren't removed. */
  readonly totalLength: number;
  /** Whether it has words of the term. */
  hasTerm(term: string): boolean;
  /** The words of a term. */
  wordsOf(term: string): ArrayLike<number>;
  /** The words of the same term as `word`. */
  formsOf(word: number): ArrayLike<number>;
  termOf(word: number): string;
  /** A word as spelled in texts, in lower case. */
  textOf(word: number): string;
  /**
   * Adds the memories that contain a word, by ascending number, with the word's count in each. May include removed
   * memories.
   */
  read(word: number, into: Postings): void;
  /** Words of scripts with spaces whose plain form begins with `plain`. */
  beginningWith(plain: string): Iterable<FoundWord>;
  /** Words of scripts with spaces whose plain form is 1 edit away; then those with 2 edits, and so on to `farthest`. */
  speltNear(plain: string, farthest: number): Iterable<FoundWord[]>;
  /** The plain words of scripts without spaces. Such a word is its own term. */
  unspacedWords(): Iterable<string>;
}

/** A word's number, and the length of its plain form in UTF-16 units. */
export interface FoundWord {
  word: number;
  length: number;
}
