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

/** Whose data; comes first in every key of a store that serves several. */
export type Owner = string;

/** The owner of a store that serves one person, as the extension's does. */
export const localOwner: Owner = 'me';

/** The setting that holds the store's random name. A store that has gone back in time forgets it: under a new one, views begin anew. */
export const storeNameSetting = 'store-name';

/** A place in a listing: rows come newest first by (createdAt, id), and the next page begins after this one. */
export interface ListPosition {
  createdAt: string;
  id: string;
}

/** All that is given must match. */
export interface MemoryQuery extends IndexFilters {
  /** The trash instead of the live memories. */
  deleted: boolean;
  url?: string | undefined;
  after?: ListPosition | undefined;
  limit: number;
}

/** `within`: ids of the collections that may be seen; undefined: all. */
export interface NameQuery {
  within?: string[] | undefined;
  /** The last key (collections, tags) or id (tokens) of the page before. */
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
  /** Live memories. */
  memories: number;
  /** UTC day, `YYYY-MM-DD`, that `transactions` counts. */
  day: string;
  transactions: number;
  /** Transactions of `day` that were given back. */
  refunds: number;
}

/** One consistent view of one owner's data. */
export interface StoreReader {
  /** Live or in the trash; undefined when absent or erased. */
  memory(id: string): Promise<MemoryRow | undefined>;
  /** Those of `ids` that exist, in the order of `ids`. */
  memories(ids: string[]): Promise<MemoryRow[]>;
  listMemories(query: MemoryQuery): Promise<MemoryRow[]>;
  /** How many live memories are in these collections; undefined: all memories. Kept, not counted. */
  countMemories(within?: string[]): Promise<number>;
  /** What changed after `seq`, oldest first, each memory once. */
  changes(seq: number, limit: number): Promise<Change[]>;
  /** The highest seq given out; 0 in an empty store. */
  lastSeq(): Promise<number>;
  collection(id: string): Promise<CountedCollection | undefined>;
  collectionByKey(key: string): Promise<CountedCollection | undefined>;
  /** Ordered by key. */
  listCollections(query: NameQuery): Promise<CountedCollection[]>;
  /** Ordered by key; only those whose key begins with `prefix`. */
  listTags(query: NameQuery & { prefix: string }): Promise<TagCount[]>;
  token(id: string): Promise<TokenRow | undefined>;
  /** Ordered by id; with `within`, only tokens limited to collections of it. */
  listTokens(query: TokenQuery): Promise<TokenRow[]>;
  idempotency(tokenId: string, operation: string, key: string): Promise<IdempotencyRow | undefined>;
  usage(): Promise<UsageRow>;
  setting(name: string): Promise<string | undefined>;
}

export interface StoreWriter extends StoreReader {
  /** Writes the row whole, gives it the next seq and keeps every count. Answers the row as kept. */
  putMemory(row: Omit<MemoryRow, 'seq'>): Promise<MemoryRow>;
  /** Leaves a tombstone with the next seq, and nothing of the text: first answers that hold it lose it. */
  eraseMemory(id: string, at: string): Promise<void>;
  putCollection(row: CollectionRow): Promise<void>;
  deleteCollection(id: string): Promise<void>;
  putToken(row: TokenRow): Promise<void>;
  /** Deletes a token and all that descend from it. */
  deleteToken(id: string): Promise<void>;
  putIdempotency(row: IdempotencyRow): Promise<void>;
  /** Deletes those created before `time`. */
  dropIdempotencyBefore(time: string): Promise<void>;
  /** Counts one transaction of `day`, unless `limit` are counted already: then false. If the counted day is later, it goes on up to `latest`; a day after that is replaced. */
  charge(day: string, limit: number | null, latest?: string): Promise<boolean>;
  /** Gives one transaction back, if `day` is the day being counted and fewer than `limit` were given back. */
  refund(day: string, limit: number | null): Promise<void>;
  setPlan(plan: PlanName): Promise<void>;
  putSetting(name: string, value: string): Promise<void>;
}

/** Counts requests in fixed windows. Windows survive a restart. */
export interface RateWindows {
  /**
   * Counts one request in all `windows`, or in none if one of them is full. Atomic. A clock set back refills nothing.
   * Returns the window with the least left; of several, the one that ends last. The first window is the sender's own: its `lastUsed` moves.
   */
  take(windows: readonly RateWindow[], now: number): Promise<RateState>;
  /** When each of `subjects` last made a request, in Unix milliseconds; those never seen are missing. */
  lastUsed(subjects: string[]): Promise<Map<string, number>>;
  /** Forgets the subjects that begin with `prefix` and made no request since `before`, in Unix milliseconds. */
  forget(prefix: string, before: number): Promise<void>;
}

export interface RateState {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Unix seconds at which the window ends. */
  reset: number;
}

/** The truth. Throws StorageFull or StoreUnavailable of ./failures, and then nothing of the transaction is kept. */
export interface Store {
  /** `work` may await nothing but the reader: a transaction ends when it has nothing to do. It runs again where the connection was lost. */
  read<T>(owner: Owner, work: (reader: StoreReader) => Promise<T>): Promise<T>;
  /** Resolves once all that `work` wrote is durable; if `work` throws, nothing is kept. `work` may await nothing but the writer; it runs again where the connection was lost before it ended. */
  write<T>(owner: Owner, work: (writer: StoreWriter) => Promise<T>): Promise<T>;
  /** A token and whose it is, before it is known who asks; undefined for one that does not exist. */
  findToken(id: string): Promise<OwnedToken | undefined>;
  readonly rates: RateWindows;
  close(): Promise<void>;
}
