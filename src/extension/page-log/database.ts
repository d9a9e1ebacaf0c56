import { Dexie, type Table, type Transaction } from 'dexie';
import type { SiteLimits } from '../../client/page-log.ts';
import type { PageChange } from '../../service/ports/page-log.ts';
import { browserFreeSpace } from '../../lib/free-space.ts';
import { Connection } from '../../store/dexie/connection.ts';
import type { FactoryOptions } from '../../store/dexie/location.ts';

/** What is known of a site. Times are in Unix milliseconds. */
export interface SiteRow {
  origin: string;
  /** When its record begins. */
  since: number;
  /** How many rows it has in `calls` and `changes`. */
  rows: { calls: number; changes: number };
  /** Some of its changes were dropped because there were too many. */
  isTrimmed?: boolean;
  /** Calls by UTC day, `YYYY-MM-DD`. */
  days: Record<string, number>;
  limits?: SiteLimits;
  stopped?: keyof SiteLimits;
}

/** A call in which a site received memories. */
export interface CallRow {
  origin: string;
  at: number;
  operation: string;
  /** Ids and versions. */
  memories: [string, number][];
}

/** A change by a site. `n` counts up. */
export interface ChangeRow extends PageChange {
  n?: number;
  origin: string;
  at: number;
}

export interface PageLogTables {
  sites: Table<SiteRow, string>;
  calls: Table<CallRow, number>;
  changes: Table<ChangeRow, number>;
}

/** How long opening the database may take, in milliseconds. */
const timeoutMs = 5_000;

/** The log's own database. It is flushed to the disk a little later than memories: each call of a page waits for it. */
export function pageLogDatabase(factory: FactoryOptions = {}) {
  const database = new Dexie('commonplace-page-log', { ...factory, chromeTransactionDurability: 'relaxed' });
  database.version(1).stores({ sites: 'origin', calls: '++n, [origin+at], at', changes: '++n, origin, id, at' });
  const connection = new Connection(database, { timeoutMs, freeSpace: browserFreeSpace });
  const tablesIn = (transaction: Transaction) =>
    Object.fromEntries(['sites', 'calls', 'changes'].map((name) => [name, transaction.table(name)])) as unknown;

  return {
    run: <T>(mode: 'r' | 'rw', work: (tables: PageLogTables) => Promise<T>): Promise<T> =>
      connection.run(mode, (transaction) => work(tablesIn(transaction) as PageLogTables)),
    close: () => connection.close(),
  };
}

export type PageLogDatabase = ReturnType<typeof pageLogDatabase>;
