import type { Table, Transaction } from 'dexie';
import type { CollectionRow, MemoryRow, TokenRow, Tombstone } from '../../service/ports/rows.ts';
import type { SyncVersion } from '../../service/ports/sync.ts';
import type { Account } from '../account.ts';
import type { Facet } from './facets.ts';
import type { StoredAnswer } from './first-answers.ts';

/** Rows written by older versions lack these fields. */
const memoryDefaults = { capture: null };

export type StoredMemory = Omit<MemoryRow, keyof typeof memoryDefaults> &
  Partial<MemoryRow> & {
    /** The memory's index keys, one per facet. */
    entries: string[][];
  };

/** The row without its index keys, and with defaults for missing fields. */
export const memoryOf = ({ entries: _entries, ...row }: StoredMemory): MemoryRow => ({ ...memoryDefaults, ...row });

export interface CountRow {
  facet: Facet;
  /** At least 1: a row that reaches 0 is deleted. */
  count: number;
}

/** The single row of the owner's counters. */
export interface CounterRow extends Account {
  name: 'owner';
  /** The last `seq` that a write took; 0 if none did. */
  seq: number;
}

/** Rows from before migration 3 lack `refunds`. */
type StoredCounters = Omit<CounterRow, 'refunds'> & Partial<CounterRow>;

/** Rows written by older versions lack these fields. */
const tokenDefaults = { ancestors: [], laterHashes: [], ownOnly: false, paused: false, session: false };

type StoredToken = Omit<TokenRow, keyof typeof tokenDefaults> & Partial<TokenRow>;

export const tokenOf = (row: StoredToken): TokenRow => ({ ...tokenDefaults, ...row });

export interface SettingRow {
  name: string;
  value: string;
}

/** A typed table bound to a transaction: Dexie knows tables by name only. */
export function tableOf<Row, Key>(transaction: Transaction, name: string): Table<Row, Key> {
  return transaction.table(name) as Table<Row, Key>;
}

/**
 * The tables of the strict database, except the journal's and those that only ./sync.ts uses, bound to one transaction.
 */
export class StrictTables {
  readonly memories: Table<StoredMemory, string>;
  readonly tombstones: Table<Tombstone, string>;
  readonly collections: Table<CollectionRow, string>;
  readonly tokens: Table<StoredToken, string>;
  readonly idempotency: Table<StoredAnswer, [tokenId: string, operation: string, key: string]>;
  readonly counts: Table<CountRow, Facet>;
  readonly counters: Table<StoredCounters, CounterRow['name']>;
  readonly settings: Table<SettingRow, string>;

  readonly syncVersions: Table<SyncVersion, number>;

  constructor(transaction: Transaction) {
    this.memories = tableOf(transaction, 'memories');
    this.tombstones = tableOf(transaction, 'tombstones');
    this.collections = tableOf(transaction, 'collections');
    this.tokens = tableOf(transaction, 'tokens');
    this.idempotency = tableOf(transaction, 'idempotency');
    this.counts = tableOf(transaction, 'counts');
    this.counters = tableOf(transaction, 'counters');
    this.settings = tableOf(transaction, 'settings');
    this.syncVersions = tableOf(transaction, 'syncVersions');
  }
}
