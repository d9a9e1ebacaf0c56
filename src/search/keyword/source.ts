import type { IndexFilters } from '../../service/ports/keyword-index.ts';

/** A word that occurs in a memory: its term, and the length of its plain form (`plainOf`) in UTF-16 units. */
export interface MatchedWord {
  term: string;
  length: number;
}

/** A search covers one or more sources. Each holds a part of the memories, and only those that the caller may see. */
export interface Source {
  /** The number of memories. */
  readonly memories: number;
  /** The sum of their lengths. A memory's length is its number of distinct terms. */
  readonly totalLength: number;
  /** Whether any of its memories contains the term. */
  hasTerm(term: string): boolean;
  /** Words of scripts with spaces that begin with `plain`. */
  beginningWith(plain: string): Iterable<MatchedWord>;
  /**
   * Words of scripts with spaces whose plain form is at most `farthest` edits from `plain`. A source may return only
   * the nearest of them.
   */
  speltNear(plain: string, farthest: number): Iterable<MatchedWord & { distance: number }>;
  /**
   * The words of scripts without spaces. Such a word is its own term. Some may occur in no memory of the source.
   */
  unspacedWords(): Iterable<string>;
  /**
   * Begins a search. `averageLength`: the average length of the memories in all sources of the search. `terms`: all
   * terms of the search; the scan refers to each by its index in this list, since looking up thousands of texts takes
   * long.
   */
  scan(filters: IndexFilters, averageLength: number, terms: string[]): Scan | Promise<Scan>;
}

/** One search in one source. */
export interface Scan {
  /**
   * Selects the term at this index. Returns how many memories contain it, including those that the filters exclude.
   */
  selectTerm(term: number): number;
  /** Raises the score of each memory that contains the selected term. `points`: the term's weight × rarity. */
  addPoints(points: number): void;
  /**
   * Returns memories that contain any term selected so far and pass the filters, in no particular order: at most
   * `limit` of the best, and those whose ids are in `also`.
   */
  best(limit: number, also: ReadonlySet<string>): Candidate[] | Promise<Candidate[]>;
  /**
   * The hits' words whose terms have the indexes `start` to `end - 1`. A memory deleted meanwhile has none.
   */
  wordsIn(hits: Candidate[], start: number, end: number): FoundWord[];
  /** Ends the search. */
  close?(): void;
}

/** A matched word, as spelled in the texts but in lower case, and the hits that contain it. */
export interface FoundWord {
  text: string;
  hits: Candidate[];
}

export interface Candidate {
  /** The memory's number in its source. */
  number: number;
  id: string;
  /** Unix milliseconds. */
  createdAt: number;
  /** As returned by `rounded`. */
  score: number;
  /** The matched words, as spelled in the text but in lower case; none until `FoundWord`s are added. */
  words: string[];
}

/** Best first; equal scores: newest (createdAt, id) first. */
export function byRank(one: Candidate, other: Candidate): number {
  return (
    other.score - one.score || other.createdAt - one.createdAt || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0)
  );
}

/**
 * A score with ten decimals. Summing in another order changes the last digits, but memories with the same words must
 * get the same score.
 */
export function rounded(score: number): number {
  return Math.round(score * 1e10) / 1e10;
}

/** `rounded` changes a score by less than this. */
export const roundingError = 1e-9;
