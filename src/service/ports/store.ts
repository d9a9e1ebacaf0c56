import type { PlanName } from '../../v1/limits.ts';
import type { IndexFilters } from './keyword-index.ts';
import type {
  Change,
  CollectionRow,
  CountedCollection,
  IdempotencyRow,
  MemoryRow,
  RateWindow,
  TagCount,
  TokenRow,
} from './rows.ts';

/** The owner of the data; the first part of every key in a store with several owners. */
export type Owner = string;

/** The only owner of a store for one user, such as the extension's. */
export const localOwner: Owner = 'me';

/**
 * The setting with the store's random name. A restore that loses changes sets a new name, so that all followers of the
 * changes start over.
 */
export const storeNameSetting = 'store-name';

/** The setting with the highest seq of a dropped tombstone: up to there, the change feed is no longer complete. */
export const feedStartSetting = 'feed-start';

/** A position in a listing, which is ordered by (createdAt, id), newest first. The next page begins after it. */
export interface ListPosition {
  createdAt: string;
  id: string;
}

/** All given filters must match. */
export interface MemoryQuery extends Omit<IndexFilters, 'site' | 'without'> {
  /** True: the trash; false: live memories. */
  deleted: boolean;
  url?: string | undefined;
  after?: ListPosition | undefined;
  limit: number;
}

/** `within`: ids of the collections that may be seen; undefined: all. */
export interface NameQuery {
  within?: string[] | undefined;
  /** The last key (collections, tags) or id (tokens) of the previous page. */
  after?: string | undefined;
  limit: number;
}

export interface TokenQuery extends NameQuery {
  /** Only tokens bound to this page origin. */
  origin?: string | undefined;
}

export interface OwnedToken extends TokenRow {
  owner: Owner;
}

export interface UsageRow {
  plan: PlanName;
  /** Number of live memories. */
  memories: number;
  /** The UTC day, `YYYY-MM-DD`, of the counted transactions and refunds. */
  day: string;
  transactions: number;
  /** Refunded transactions of `day`. */
  refunds: number;
}

/** One consistent view of one owner's data. */
export interface StoreReader {
  /** Live or in the trash; undefined when absent or erased. */
  memory(id: string): Promise<MemoryRow | undefined>;
  /** The existing memories among `ids`, in that order. */
  memories(ids: string[]): Promise<MemoryRow[]>;
  listMemories(query: MemoryQuery): Promise<MemoryRow[]>;
  /** The number of live memories in these collections; undefined: all live memories. */
  countMemories(within?: string[]): Promise<number>;
  countTrash(): Promise<number>;
  /** The changes after `seq`, oldest first, each memory once. */
  changes(seq: number, limit: number): Promise<Change[]>;
  /** The last seq that a write took; 0 if none did. */
  lastSeq(): Promise<number>;
  collection(id: string): Promise<CountedCollection | undefined>;
  collectionByKey(key: string): Promise<CountedCollection | undefined>;
  /** Ordered by key. */
  listCollections(query: NameQuery): Promise<CountedCollection[]>;
  /** Ordered by key; only those whose key begins with `prefix`. */
  listTags(query: NameQuery & { prefix: string }): Promise<TagCount[]>;
  token(id: string): Promise<TokenRow | undefined>;
  /** Ordered by id. With `within`, only tokens whose collections are all among these. */
  listTokens(query: TokenQuery): Promise<TokenRow[]>;
  idempotency(tokenId: string, operation: string, key: string): Promise<IdempotencyRow | undefined>;
  usage(): Promise<UsageRow>;
  setting(name: string): Promise<string | undefined>;
}

export interface StoreWriter extends StoreReader {
  /** Writes the whole row with the next seq and updates all counts. Returns the stored row. */
  putMemory(row: Omit<MemoryRow, 'seq'>): Promise<MemoryRow>;
  /** Writes rows in the given order, each as putMemory does, but faster. */
  putMemories(rows: Omit<MemoryRow, 'seq'>[]): Promise<void>;
  /** Leaves only a tombstone with the next seq; removes the text from recorded responses too. */
  eraseMemory(id: string, at: string): Promise<void>;
  /** Erases memories in the given order, each as eraseMemory does, but faster. */
  eraseMemories(ids: string[], at: string): Promise<void>;
  putCollection(row: CollectionRow): Promise<void>;
  deleteCollection(id: string): Promise<void>;
  /**
   * Takes every memory out of a collection, with the result of putMemory for each, but faster. `updatedAt` becomes
   * `at`, and versions go up by 1. First come the live memories, then those in the trash, newest first.
   */
  emptyCollection(id: string, at: string): Promise<void>;
  putToken(row: TokenRow): Promise<void>;
  /** Deletes a token and all its descendants. */
  deleteToken(id: string): Promise<void>;
  putIdempotency(row: IdempotencyRow): Promise<void>;
  /** Deletes the rows created before `time`. */
  dropIdempotencyBefore(time: string): Promise<void>;
  /** Deletes the tombstones of memories erased before `time`. Returns the highest seq among them, or 0. */
  dropTombstonesBefore(time: string): Promise<number>;
  /**
   * Counts one transaction of `day`. Returns false if the limit is reached. If the stored count is of a later day, adds
   * to that count. But if that later day is after `latest`, counts `day` from 0.
   */
  charge(day: string, limit: number | null, latest?: string): Promise<boolean>;
  /** Refunds one transaction, if `day` is the counted day and has fewer than `limit` refunds. */
  refund(day: string, limit: number | null): Promise<void>;
  setPlan(plan: PlanName): Promise<void>;
  putSetting(name: string, value: string): Promise<void>;
}

/** Counts requests in fixed windows. Windows survive a restart. A subject is the `id` of a RateWindow. */
export interface RateWindows {
  /**
   * Counts one request in all `windows`, or in none if one of them is full. Atomic. Setting the clock back refills
   * nothing. Returns the window with the fewest requests left; of several such windows, the one that ends last. Updates
   * `lastUsed` of the first window, which is the sender's own.
   */
  take(windows: readonly RateWindow[], now: number): Promise<RateState>;
  /** Resolves once all counts so far survive a restart, or can't be stored. No response is sent before that. */
  persisted(): Promise<void>;
  /** The last request of each subject, in Unix milliseconds; omits those without one. */
  lastUsed(subjects: string[]): Promise<Map<string, number>>;
  /** Deletes subjects with this prefix that made no request since `before`, in Unix milliseconds. */
  forget(prefix: string, before: number): Promise<void>;
}

export interface RateState {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Unix seconds at which the window ends. */
  reset: number;
}

/**
 * The primary data; indexes only follow it. A transaction that throws StorageFull or StoreUnavailable of ./failures
 * changes nothing.
 */
export interface Store {
  /** `work` must await only the reader, or the transaction ends. It may run again, as after a lost connection. */
  read<T>(owner: Owner, work: (reader: StoreReader) => Promise<T>): Promise<T>;
  /**
   * Resolves once everything that `work` wrote is durable; if `work` throws, nothing is kept. `work` must await only
   * the writer. It may run again, as after a lost connection, but never after a commit.
   */
  write<T>(owner: Owner, work: (writer: StoreWriter) => Promise<T>): Promise<T>;
  /** Finds a token and its owner, for authentication; undefined if there is none. */
  findToken(id: string): Promise<OwnedToken | undefined>;
  readonly rates: RateWindows;
  close(): Promise<void>;
}
