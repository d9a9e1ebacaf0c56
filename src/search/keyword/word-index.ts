import type { DocValues } from '../doc-values/doc-values.ts';
import type { Postings } from './postings.ts';

/** Memories by word: the common interface of MemTable and Segment. */
export interface WordIndex {
  /** By memory number; also says which memories are removed. */
  readonly docValues: DocValues;
  /** The length of each memory, in distinct terms. */
  readonly lengths: Uint32Array;
  /** The sum of the lengths of all memories that aren't removed. */
  readonly totalLength: number;
  hasTerm(term: string): boolean;
  wordsOf(term: string): ArrayLike<number>;
  formsOf(word: number): ArrayLike<number>;
  termOf(word: number): string;
  /** A word as spelled in texts, in lower case. */
  textOf(word: number): string;
  /**
   * Adds the memories that contain a word, by ascending number, with the word's count in each. May include removed
   * memories.
   */
  read(word: number, into: Postings): void;
  beginningWith(plain: string): Iterable<FoundWord>;
  /** Words of scripts with spaces whose plain form is 1 edit away, then 2 edits, and so on up to `farthest`. */
  speltNear(plain: string, farthest: number): Iterable<FoundWord[]>;
  /** The plain words of scripts without spaces. */
  unspacedWords(): Iterable<string>;
}

/** A word's number, and the length of its plain form in UTF-16 units. */
export interface FoundWord {
  word: number;
  length: number;
}
