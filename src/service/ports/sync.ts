import type { SyncMode, SyncQuestion, UsedUp } from '../../lib/sync.ts';
import type { CollectionRow, MemoryRow } from './rows.ts';
import type { StoreReader, StoreWriter } from './store.ts';

/** The fields of a memory that sync compares. `collection` is a local id. */
export interface SyncFields {
  content: string;
  tags: string[];
  collection: string | null;
  url: string | null;
  title: string | null;
  capture: MemoryRow['capture'];
  /** In the trash. */
  deleted: boolean;
}

/** A write that was recorded before it was sent. */
export interface SyncOp {
  kind: 'create' | 'patch' | 'delete' | 'restore';
  /** The idempotency key. */
  key: string;
  /** The identity of the token that sent the write: keys belong to a token. Null: sent without its key. */
  token: string | null;
  /** The fields sent; for a create, all fields. */
  patch: Partial<SyncFields>;
  /** The local fields when the write was recorded. */
  local: SyncFields;
  sentAt: number;
}

/** A write that may still arrive, arrive again, or have arrived unnoticed. */
export interface LateWrite {
  kind: SyncOp['kind'];
  key: string;
  patch: Partial<SyncFields>;
  sentAt: number;
  /**
   * A version on the server was already recognised as this write. The next version like it counts as an edit; otherwise
   * two devices could undo each other for ever.
   */
  isSpent?: true;
}

/**
 * A memory, and what is known about it on the server. In src/sync, an item is called *unbound* if `remote` is null,
 * *waiting* if `due` is 1, an *alias* if `aliasOf` is set, and *unfit* if `unfit` is set.
 */
export interface SyncItem {
  /** The local id. */
  id: string;
  /** The id on the server; null: as far as this device knows, it isn't there. */
  remote: string | null;
  /**
   * The fields as the server last returned them. Null if the server has returned none that can be stored, or if the
   * memory is gone from there. If the server's fields now differ from `base`, the memory was edited there.
   */
  base: SyncFields | null;
  /**
   * The local fields that correspond to `base`; null: the same as `base`. Mirror and base differ if one side can't
   * represent what the other has. If the memory here differs from the mirror, it was edited here. A mirror without a
   * `base` means that the memory is gone from the server. As long as the memory here equals the mirror, it isn't
   * created there again.
   */
  mirror: SyncFields | null;
  /** The version for `If-Match`; null on a plain server, one without extensions of v1. */
  version: number | null;
  /** 1: a change waits to be sent, or `op` waits for its answer. A number, since IndexedDB indexes no booleans. */
  due: 0 | 1;
  /** The write that is being sent, or got no answer; null: none. */
  op: SyncOp | null;
  /** Earlier writes that may arrive late. */
  late: LateWrite[];
  /** Hashes of texts. The memory may be on the server with one of these texts without this device knowing that. */
  prints: string[];
  /** Why the next write isn't sent, usually because the server refused it. `patch`: the fields of that write. */
  refusal: { code: string; message: string; patch: Partial<SyncFields> } | null;
  /**
   * Set if the memory may be gone from the server. `sweeps`: how many complete sweeps (readings of the whole server) in
   * a row didn't find it. `lastSweep`: when the last of these sweeps began. `deniedAt`: when the server first denied
   * having it. The memory counts as *gone* once the server has denied having it twice, a minute apart.
   */
  missing: { sweeps: number; deniedAt: number | null; lastSweep?: number } | null;
  /**
   * Set if the server has this memory twice: the local id of the item that is shown instead of this one. This item's
   * own memory isn't stored here, or is in the trash.
   */
  aliasOf: string | null;
  /**
   * Why the server's version of the memory can't be stored here; null: it can. If even the first version that was read
   * couldn't be stored, there is no memory here. If only a later version can't, the memory here stays and isn't sent.
   */
  unfit: string | null;
  /** How many times in a row a write failed without being refused. */
  attempts: number;
  /** The local id of another memory, if this is a conflict copy of it, or a duplicate of it that the user kept. */
  copyOf: string | null;
}

/**
 * A collection on both sides. Several collections of the server, whose names differ only by case, may be the same local
 * collection. If the local one is missing, it was deleted here.
 */
export interface SyncCollection {
  /** The id on the server. */
  remote: string;
  /** The local id. */
  id: string;
  /** The server's name when it was last read or written. */
  name: string;
  /** The last name that was sent, if it isn't known whether it arrived. */
  sent?: string;
  /** How many times in a row a rename or the deletion failed without being refused. */
  attempts?: number;
  /**
   * What the server refused: this name or, if `name` is empty, the deletion. `token`: the identity of the token used.
   */
  refused?: { name: string; token: string };
  /** The local name, if the server's name can't be used here. The names stay different; the local one isn't sent. */
  apart?: string;
  /** The server no longer lists the collection, or this device deleted it. The row stays, since a list may be wrong. */
  gone?: true;
}

/** A local collection that the server refused to create under this name. */
export interface RefusedCollection {
  name: string;
  token: string;
  code: string;
  message: string;
}

/** A text that sync replaced, kept for a while. */
export interface SyncVersion {
  /** The local id of the memory. */
  id: string;
  at: number;
  fields: SyncFields;
}

/** The one server that is synced with. */
export interface SyncLink {
  address: string;
  /** The identity of the token: a hash, from which the token can't be found. */
  token: string;
  mode: SyncMode;
  /** Local ids of the collections that sync; null: all memories. */
  collections: string[] | null;
  /** Whether this address and token were found to lead to the server that the items belong to. */
  confirmed: boolean;
  question: SyncQuestion | null;
  /** What happens to memories here if very many are gone from the server. `ask`: nothing before the user decides. */
  absence: 'ask' | 'delete' | 'keep';
  /** The sorted names of the server's extensions when the local changes were last compared. */
  offers: string;
  /** The last local `seq` that was compared. */
  seq: number;
  /** The `since` of the server's change feed; null: the next round reads the whole server (Sweep). */
  since: string | null;
  /** Whether a sweep of this server has ever been complete. */
  swept: boolean;
  /**
   * Whether the server refuses its change feed, as it does to a token limited to some collections. Undefined: not known
   * yet.
   */
  isLimited?: boolean | undefined;
  /** Whether the token may save memories. Undefined: not known yet. */
  mayWrite?: boolean | undefined;
  /** The length, in characters, of the longest text that the server returned. */
  longest?: number;
  /**
   * Whether the server was seen to change texts so much that its memories can't be recognised by their texts, for
   * example after a create that got no answer.
   */
  rewrites?: boolean | undefined;
  /**
   * Whether this device has read or changed the server's collections at a later state than `since`. If a collection
   * then changes back to what it was at `since`, the feed doesn't show that.
   */
  aheadOfFeed?: boolean;
  /** Whether the server's memories refer to their collection by name, not by id. */
  byName?: boolean;
  /** By their local ids. */
  refusedCollections?: Record<string, RefusedCollection> | undefined;
  /** Some names of the server's collections that can't be used here. */
  unusableNames?: string[];
}

/** Ids of memories here, of items, and of memories on the server. */
export interface RowsToLoad {
  memories?: readonly string[];
  items?: readonly string[];
  remotes?: readonly string[];
}

export interface SyncReader extends Pick<StoreReader, 'memory' | 'changes' | 'lastSeq'> {
  /**
   * Reads many rows in a few requests. Afterwards, `item` makes no request for these ids, and `memory` and
   * `itemOfRemote` usually make none. The next call may drop the loaded memories.
   */
  load(ids: RowsToLoad): Promise<void>;
  collection(id: string): Promise<CollectionRow | undefined>;
  collectionByKey(key: string): Promise<CollectionRow | undefined>;
  link(): Promise<SyncLink | undefined>;
  item(id: string): Promise<SyncItem | undefined>;
  itemOfRemote(remote: string): Promise<SyncItem | undefined>;
  itemsByPrint(print: string): Promise<SyncItem[]>;
  /** Items with an id after `after`, ordered by id. */
  items(after: string, limit: number): Promise<SyncItem[]>;
  /** Waiting items with an id after `after`, ordered by id. */
  dueItems(after: string, limit: number): Promise<SyncItem[]>;
  /** Ordered by their ids on the server. */
  syncCollections(): Promise<SyncCollection[]>;
  collections(): Promise<CollectionRow[]>;
  versions(id: string): Promise<SyncVersion[]>;
  hasVersionsBefore(time: number): Promise<boolean>;
}

/** Memories are written in the order of the calls; of several writes of one memory, the last counts. */
export interface SyncWriter extends SyncReader, Pick<StoreWriter, 'putCollection'> {
  putMemory(row: Omit<MemoryRow, 'seq'>): Promise<void>;
  putLink(link: SyncLink): Promise<void>;
  putItem(item: SyncItem): Promise<void>;
  deleteItem(id: string): Promise<void>;
  putSyncCollection(row: SyncCollection): Promise<void>;
  deleteSyncCollection(remote: string): Promise<void>;
  addVersion(version: SyncVersion): Promise<void>;
  dropVersionsBefore(time: number): Promise<void>;
  /** Forgets everything about the server; memories and versions stay. */
  forgetServer(): Promise<void>;
}

/** Sync's rows, in the database of the memories, so that one transaction covers both. */
export interface SyncStore {
  read<T>(work: (reader: SyncReader) => Promise<T>): Promise<T>;
  write<T>(work: (writer: SyncWriter) => Promise<T>): Promise<T>;
}

/** A reading of the whole server, page by page. */
export interface Sweep {
  /**
   * What it reads: the server's listing, or its change feed from the beginning. `confirm`: the listing behind another
   * address or token, to recognise the account.
   */
  source: 'list' | 'changes' | 'confirm';
  startedAt: number;
  /** Null: the first page comes next. */
  cursor: string | null;
  cursors: string[];
  /** All pages were read. What follows from them may still have to be carried out. */
  isComplete?: boolean;
}

/** State that may be lost: a sweep then starts over. */
export interface SyncScratch {
  sweep(): Promise<{ sweep: Sweep; seen: Map<string, string> } | undefined>;
  /** Begins a sweep and drops the previous one. */
  beginSweep(sweep: Sweep): Promise<void>;
  /**
   * Adds what a page showed of each memory, by the memory's id, and stores the sweep with its new cursor. What a later
   * page shows replaces what an earlier one showed.
   */
  addPage(sweep: Sweep, seen: ReadonlyMap<string, string>): Promise<void>;
  dropSweep(): Promise<void>;
  pauses(): Promise<SyncPauses>;
  putPauses(pauses: SyncPauses): Promise<void>;
}

/** Until when sync waits. Times are Unix milliseconds; 0: no wait. */
export interface SyncPauses {
  /** No request before this time. */
  all: number;
  /** No write before this time: the server's quota is used up. */
  writes: number;
  /** No write that adds a memory before this time: the server's plan takes no more. */
  additions?: number;
  /** Which part of the quota is used up; undefined: not read yet. */
  usedUp?: UsedUp | undefined;
  /** When the last pause was set. If the clock now shows an earlier time, it was set back, and no pause counts. */
  setAt: number;
}
