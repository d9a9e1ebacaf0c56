import type { Change, MemoryRow } from './rows.ts';

/** All that is given must match. */
export interface IndexFilters {
  /** Ids; a memory must be in one of them. Undefined: in any or none. */
  collections?: string[] | undefined;
  tagKeys?: string[] | undefined;
  source?: string | undefined;
  /** Both bounds are exclusive. */
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
}

export interface KeywordQuery {
  /** As typed: the last word also matches as a prefix, unless white space follows it. */
  text: string;
  filters: IndexFilters;
  limit: number;
  /**
   * Ids of the collections that the asker may see; undefined: all memories.
   * Word statistics are taken over these memories alone, so that nothing of the others shows in a score.
   */
  within?: string[] | undefined;
  /** Ids whose scores are answered too, however low, if they pass and hold any of the words. */
  also?: string[] | undefined;
}

export interface KeywordHit {
  id: string;
  /** BM25, unbounded; falls along the answer. Equal scores: newest (createdAt, id) first. */
  score: number;
  /** `score` over the most that this query could score, 0..1. */
  strength: number;
  /** The words of the query that matched, as they stand in the memory's text (lower case), so that they can be marked. */
  words: string[];
}

/** Where an index reads what it has not yet seen. */
export interface ChangeFeed {
  /** Names the store; an index kept for another store is thrown away. */
  readonly store: string;
  changes(seq: number, limit: number): Promise<Change[]>;
  lastSeq(): Promise<number>;
}

/** A view of the live memories that follows the store. */
export interface FollowingIndex {
  /** Reads on from the last seq seen, so that all that is committed now is found. */
  catchUp(feed: ChangeFeed): Promise<void>;
  /** The seq up to which it has read, which is what it can answer from now. Undefined: it must catch up before each search. */
  readonly seq?: number | undefined;
}

/** Answers by word. */
export interface KeywordIndex extends FollowingIndex {
  /** Best first, at most `limit`, then those of `also` that are not among them, best first. */
  search(query: KeywordQuery): Promise<KeywordHit[]>;
}

/** Named blobs that an index keeps itself in; losing them costs time only. */
export interface IndexFiles {
  read(name: string): Promise<Uint8Array | undefined>;
  /** Replaces the whole blob or leaves the old one. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
}

/** The part of a memory that is searched by word. */
export type Indexed = Pick<
  MemoryRow,
  'id' | 'content' | 'title' | 'tags' | 'url' | 'tagKeys' | 'collection' | 'source' | 'createdAt'
>;
