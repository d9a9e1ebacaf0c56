import type { IndexFilters } from '../../service/ports/keyword-index.ts';

/** A plain word that a memory holds: its term, and how many letters it has. */
export interface MatchedWord {
  term: string;
  length: number;
}

/** Some of the memories, all of which the asker may see: a part of what one search looks through. */
export interface Source {
  /** How many there are. */
  readonly memories: number;
  /** Of all of them together, in distinct terms. */
  readonly totalLength: number;
  holds(term: string): boolean;
  /** Words of scripts with spaces that begin so. */
  beginningWith(plain: string): Iterable<MatchedWord>;
  /** Words of scripts with spaces within this number of edits; includes at least all the nearest ones. */
  speltNear(plain: string, farthest: number): Iterable<MatchedWord & { distance: number }>;
  /** The words of scripts without spaces, which are their own terms; some may be held no more. */
  unspacedWords(): Iterable<string>;
  /** Begins a search. `averageLength`: over all sources of the search; `terms`: all that will be asked for, so that they can be fetched together. */
  scan(filters: IndexFilters, averageLength: number, terms: string[]): Scan | Promise<Scan>;
}

/** One search in one source. */
export interface Scan {
  /** Turns to a term; answers how many memories hold it, whether they pass the filters or not. */
  gather(term: string): number;
  /** Adds, to the score of each that holds the term, this many points for a term of rarity 1. */
  credit(points: number): void;
  /** The best of those that pass, at most `limit`, and those of `also` that hold any term, in no order. */
  best(limit: number, also: ReadonlySet<string>): Candidate[] | Promise<Candidate[]>;
  /** Adds, to the words of each hit, those it holds whose terms are among `terms`. A memory that is gone by now gets none. */
  addWords(hits: Candidate[], terms: string[]): void;
  /** Ends the search. */
  close?(): void;
}

export interface Candidate {
  /** In its source. */
  number: number;
  id: string;
  /** Unix milliseconds. */
  createdAt: number;
  /** As `rounded` gives it. */
  score: number;
  /** As they stand in the text. */
  words: string[];
}

/** Best first; equal scores: newest (createdAt, id) first. */
export function byRank(one: Candidate, other: Candidate): number {
  return (
    other.score - one.score || other.createdAt - one.createdAt || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0)
  );
}

/** A score in ten decimals. Sums of the same numbers, made in another way, differ in their last digits; memories with the same words must not. */
export function rounded(score: number): number {
  return Math.round(score * 1e10) / 1e10;
}
