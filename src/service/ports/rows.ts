import type { Memory } from '../../v1/schemas/memory.ts';
import type { RateLimit } from '../../v1/schemas/token.ts';
import type { Scope } from '../../v1/scopes.ts';

/** A memory as a store keeps it. Keys are those of `v1/keys`; times are ISO 8601 UTC with milliseconds, so that they sort as text. */
export interface MemoryRow extends Omit<Memory, 'deletedAt' | 'origin'> {
  /** Keys of `tags`, in the same order. */
  tagKeys: string[];
  /** When it was put into the trash; null while live. */
  deletedAt: string | null;
  origin: NonNullable<Memory['origin']> | null;
  /** When its creation was charged; null once that transaction was given back, or where nothing was charged. */
  chargedAt: string | null;
  /** Taken by the store in the write transaction: order of seq is order of commit. Each write of the row takes the next one. */
  seq: number;
}

/** What is left of a memory that was deleted for good, so that views learn of it. */
export interface Tombstone {
  id: string;
  erasedAt: string;
  seq: number;
}

/** One entry of the change feed: the newest state of a memory, in the order of seq. */
export type Change = { kind: 'memory'; row: MemoryRow } | { kind: 'tombstone'; row: Tombstone };

export interface CollectionRow {
  id: string;
  name: string;
  /** Unique for each owner. */
  key: string;
  createdAt: string;
  updatedAt: string;
}

/** Counts live memories only. */
export interface CountedCollection extends CollectionRow {
  memoryCount: number;
}

export interface TagCount {
  key: string;
  /** The spelling in the oldest of the counted memories, by (createdAt, id). */
  tag: string;
  memoryCount: number;
}

/** Whose requests are counted, and how many are let through. */
export interface RateWindow {
  /** The token's, or any text for a sender without one. */
  id: string;
  rateLimit: RateLimit;
}

export interface TokenRow extends RateWindow {
  name: string;
  /** SHA-256 of the secret, lower-case hex; the secret itself is kept nowhere. */
  secretHash: string;
  /** Of the secrets that were added later, oldest first. */
  laterHashes: string[];
  scopes: Scope[];
  /** Ids; null: every collection, and memories in none. */
  collections: string[] | null;
  origin: string | null;
  createdAt: string;
  expiresAt: string | null;
  /** It changes only memories that it saved itself. */
  ownOnly: boolean;
  paused: boolean;
  /** The token that made it, the one that made that, and so on; empty for one that no token made. */
  ancestors: RateWindow[];
}

/** The first answer to a POST that carried an idempotency key. */
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
  /** The memory whose text `body` holds. Erasing it leaves this row with status 404 and without headers and body. */
  memory: string | null;
}
