import type { Memory } from '../../v1/schemas/memory.ts';
import type { RateLimit } from '../../v1/schemas/token.ts';
import type { Scope } from '../../v1/scopes.ts';

/**
 * A stored memory. Times are ISO 8601 UTC with milliseconds, so that they sort as text. A key, here and below (except
 * idempotency keys), is the form of a name in which v1/keys compares names.
 */
export interface MemoryRow extends Omit<Memory, 'deletedAt' | 'origin' | 'untrusted'> {
  /** Keys of `tags`, in the same order. */
  tagKeys: string[];
  /** When the memory was moved to the trash; null while live. */
  deletedAt: string | null;
  origin: NonNullable<Memory['origin']> | null;
  /** When the memory's creation was charged; null: deleting the memory refunds nothing. */
  chargedAt: string | null;
  /** Each write of the row takes the next seq within its transaction, so seqs are in the order of commits. */
  seq: number;
}

/** Marks a memory that was deleted for good, so that followers of the change feed delete it too. */
export interface Tombstone {
  id: string;
  erasedAt: string;
  seq: number;
}

/** An entry of the change feed, which is ordered by seq: the newest state of a memory. */
export type Change = { kind: 'memory'; row: MemoryRow } | { kind: 'tombstone'; row: Tombstone };

export interface CollectionRow {
  id: string;
  name: string;
  /** Unique per owner. */
  key: string;
  createdAt: string;
  updatedAt: string;
}

/** `memoryCount` counts live memories only. */
export interface CountedCollection extends CollectionRow {
  memoryCount: number;
}

export interface TagCount {
  key: string;
  /** The spelling in the oldest counted memory, by (createdAt, id). */
  tag: string;
  memoryCount: number;
}

/** A sender whose requests are counted, and its limit. */
export interface RateWindow {
  /** The token's id, or any text for a sender without a token. */
  id: string;
  rateLimit: RateLimit;
}

export interface TokenRow extends RateWindow {
  name: string;
  /** SHA-256 of the secret, lower-case hex; the secret itself is never stored. */
  secretHash: string;
  /** Hashes of secrets added later, oldest first. */
  laterHashes: string[];
  scopes: Scope[];
  /** Ids; null: every collection, and memories in none. */
  collections: string[] | null;
  origin: string | null;
  createdAt: string;
  expiresAt: string | null;
  /** Whether the token may change only memories that it saved itself. */
  ownOnly: boolean;
  paused: boolean;
  /** Whether the token is the owner's sign-in on one of our own pages. */
  session: boolean;
  /** The token that created this one, then the creator of that token, and so on. */
  ancestors: RateWindow[];
}

/** The recorded response to a POST with an idempotency key. */
export interface IdempotencyRow {
  tokenId: string;
  operation: string;
  key: string;
  /** SHA-256 of the path's values and the parsed body. */
  fingerprint: string;
  createdAt: string;
  status: number;
  headers: Record<string, string>;
  /** JSON text. */
  body: string | null;
  /** The memory whose text is in `body`. Erasing that memory sets the status to 404 and removes headers and body. */
  memory: string | null;
}
