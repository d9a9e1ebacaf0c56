import type { IndexFilters } from '../../service/ports/keyword-index.ts';

/** A word that occurs in a memory: its term, and the length of its plain form (`plainOf`) in UTF-16 units. */
export interface MatchedWord {
  term: string;
  length: number;
}

/** A part of what a search covers: some of the memories that the caller may see. */
export interface Source {
  readonly memories: number;
  /** The sum of the memories' lengths. */
  readonly totalLength: number;
  hasTerm(term: string): boolean;
  beginningWith(plain: string): Iterable<MatchedWord>;
  /**
   * Words of scripts with spaces whose plain form is at most `farthest` edits from `plain`. May return only the nearest
   * of these words.
   */
  speltNear(plain: string, farthest: number): Iterable<MatchedWord & { distance: number }>;
  /** Words of scripts without spaces, each its own term. Some may occur in no memory of the source. */
  unspacedWords(): Iterable<string>;
  /**
   * Begins a search. The scan refers to each of `terms` by its index, since looking up thousands of texts takes long.
   */
  scan(filters: IndexFilters, averageLength: number, terms: string[]): Scan | Promise<Scan>;
}

/** One search in one source. */
export interface Scan {
  /** Selects a term by its index. Returns how many memories contain it, including those that the filters exclude. */
  selectTerm(term: number): number;
  /**
   * Raises the score of each memory that contains the selected term. Call it once a term. `points`: the term's weight ×
   * rarity.
   */
  addPoints(points: number): void;
  /**
   * Returns memories that contain any term selected so far and pass the filters, in no particular order: at most
   * `limit` of the best, and those whose ids are in `also`.
   */
  best(limit: number, also: ReadonlySet<string>): Candidate[] | Promise<Candidate[]>;
  /** The hits' words whose terms have the indexes `start` to `end - 1`. */
  wordsIn(hits: Candidate[], start: number, end: number): FoundWord[];
  close?(): void;
}

/** A matched word, as spelled in the texts but in lower case, and the hits that contain it. */
export interface FoundWord {
  text: string;
  hits: Candidate[];
}

export interface Candidate {
  number: number;
  id: string;
  /** Unix milliseconds. */
  createdAt: number;
  score: number;
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
