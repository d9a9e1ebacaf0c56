import type { DocValues } from '../doc-values/doc-values.ts';
import type { Postings } from './postings.ts';

/** Memories by word: what a MemTable and a Segment have in common. Memories and words are numbered, each from 0. */
export interface WordIndex {
  /** By the numbers of the memories; says also which are removed. */
  readonly docValues: DocValues;
  /** Of each memory, in distinct terms. */
  readonly lengths: Uint32Array;
  /** Of all memories that are not removed. */
  readonly totalLength: number;
  /** The words of a term. */
  wordsOf(term: string): ArrayLike<number>;
  termOf(word: number): string;
  /** A word as it stands in texts. */
  textOf(word: number): string;
  /** Adds the memories that hold a word, by rising number, with what it counts in each. Removed ones may be among them. */
  read(word: number, into: Postings): void;
  /** Words of scripts with spaces whose plain form begins so. */
  beginningWith(plain: string): Iterable<FoundWord>;
  /** Words of scripts with spaces whose plain form is 1 to `farthest` edits away, nearest first. */
  speltNear(plain: string, farthest: number): Iterable<MisspeltWord>;
  /** The plain words of scripts without spaces, which are their own terms. */
  unspacedWords(): Iterable<string>;
}

/** `length`: of the plain word, in UTF-16 units. */
export interface FoundWord {
  word: number;
  length: number;
}

/** `distance`: in edits. */
export interface MisspeltWord extends FoundWord {
  distance: number;
}
