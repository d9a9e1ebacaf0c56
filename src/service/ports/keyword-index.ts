import type { Change, MemoryRow } from './rows.ts';

/** All given filters must match. */
export interface IndexFilters {
  /** Ids of collections; a memory must be in one of them. Undefined: no restriction. */
  collections?: string[] | undefined;
  tagKeys?: string[] | undefined;
  source?: string | undefined;
  /** Both bounds are exclusive. */
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
  /** A site as returned by `siteOf`; memories of its subdomains pass too. */
  site?: string | undefined;
  /** Ids of the only memories that may pass. */
  only?: string[] | undefined;
  /** Ids of memories that don't pass. */
  without?: string[] | undefined;
}

export interface KeywordQuery {
  /** As typed: the last word also matches as a prefix unless white space follows it. */
  text: string;
  filters: IndexFilters;
  limit: number;
  /**
   * Ids of the collections that the caller may see; undefined: all memories.
   * Word statistics cover only these memories, so that scores reveal nothing about the others.
   */
  within?: string[] | undefined;
  /**
   * Ids of memories whose scores are also returned, however low, if they pass the filters and have any of the words.
   */
  also?: string[] | undefined;
}

export interface KeywordHit {
  id: string;
  /** BM25, not normalised; never rises from hit to hit. Equal scores: newest (createdAt, id) first. */
  score: number;
  /** `score` divided by its upper bound for this query, 0..1. */
  strength: number;
  /** The matched words as spelled in the memory's text, in lower case, for highlighting. */
  words: string[];
}

/** The changes that indexes follow. */
export interface ChangeFeed {
  /** The store's name; an index stored for another store is discarded. */
  readonly store: string;
  changes(seq: number, limit: number): Promise<Change[]>;
  lastSeq(): Promise<number>;
}

/** A view of the live memories that follows the store. */
export interface FollowingIndex {
  /** Reads all changes after the last seq seen, so that everything committed now can be found. */
  catchUp(feed: ChangeFeed): Promise<void>;
  /** The last seq seen. Undefined: the index must catch up before each search. */
  readonly seq?: number | undefined;
}

/** Searches by keyword. */
export interface KeywordIndex extends FollowingIndex {
  /** Best first: at most `limit` hits, then the remaining memories of `also`. */
  search(query: KeywordQuery): Promise<KeywordHit[]>;
  /** Ids of the memories that pass the filters and contain all of these words (`Phrase.words`), in any order. */
  containing(words: string[], filters: IndexFilters, within?: string[]): Promise<string[]>;
}

/** Named blobs in which an index stores itself; losing them only costs time. */
export interface IndexFiles {
  read(name: string): Promise<Uint8Array | undefined>;
  /** Atomic: replaces the whole blob or leaves the old one. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
}

/** The part of a memory that keyword search uses. */
export type Indexed = Pick<
  MemoryRow,
  'id' | 'content' | 'title' | 'tags' | 'url' | 'tagKeys' | 'collection' | 'source' | 'createdAt'
>;
