import { Dexie, type DexieOptions, type Transaction } from 'dexie';
import { localOwner, type OwnedToken } from '../../service/ports/store.ts';
import type { LocalStore } from '../local-store.ts';
import { browserFreeSpace, type FreeSpace } from '../../lib/free-space.ts';
import { Connection } from './connection.ts';
import { DerivedDatabase } from './derived.ts';
import { dexieFiles } from './files.ts';
import { fillFromJournal, type CopyOptions } from './journal/copy.ts';
import { Journal, type JournalOptions } from './journal/journal.ts';
import { migrations } from './migrations/index.ts';
import { strictDatabase } from './names.ts';
import { dexieRates } from './rates.ts';
import { DexieReader } from './reader.ts';
import { readOnly } from './read-only.ts';
import { dexieSync } from './sync.ts';
import { StrictTables, tokenOf } from './tables.ts';
import type { OpenFile } from './write-ahead.ts';
import { DexieWriter } from './writer.ts';

export interface DexieStoreOptions extends Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'> {
  /** Time limit for opening a database, in milliseconds. After it, requests fail with StoreUnavailable. */
  timeoutMs?: number;
  freeSpace?: FreeSpace;
  /** A second copy of the strict database, outside IndexedDB. */
  journal?: JournalOptions;
  /**
   * Opens the file to which rate windows (counts of requests) are written before the database gets them. Default: no
   * file.
   */
  openRatesFile?: OpenFile | undefined;
  /** Makes this a read-only copy, filled from a journal at each opening. */
  copyOf?: CopyOptions;
}

/** The store of one user in the browser's IndexedDB. ./names describes its two databases. */
export function dexieStore({
  timeoutMs = 10_000,
  freeSpace = browserFreeSpace,
  journal: journalOptions,
  openRatesFile,
  copyOf,
  ...options
}: DexieStoreOptions = {}): LocalStore {
  const strict = new Dexie(strictDatabase, { ...options, chromeTransactionDurability: 'strict' });
  for (const { version, stores } of migrations) strict.version(version).stores(stores);
  const journal = journalOptions && new Journal(strict, journalOptions);
  const settle = journal
    ? (again: () => void) => journal.settle(again)
    : copyOf && (() => fillFromJournal(strict, copyOf));
  const connection = new Connection(strict, { timeoutMs, freeSpace, ...(settle && { settle }) });
  const derived = new DerivedDatabase(options, { timeoutMs, freeSpace });
  const rates = dexieRates(derived, openRatesFile);

  function mustBeLocal(owner: string): void {
    if (owner !== localOwner) throw new Error(`This store keeps the data of one person only, not of ${owner}`);
  }

  /**
   * A cache of tokens. Each write starts a new map, so that a read that began before the write can't put an old token
   * into the new map.
   */
  let tokens = new Map<string, OwnedToken>();

  const write = <T>(work: (transaction: Transaction) => Promise<T>) =>
    connection
      .run('rw', async (transaction) => {
        const answer = await work(transaction);
        await journal?.append(transaction);
        return answer;
      })
      .finally(() => (tokens = new Map()));

  return {
    async read(owner, work) {
      mustBeLocal(owner);
      return connection.run('r', (transaction) => work(new DexieReader(new StrictTables(transaction))));
    },
    async write(owner, work) {
      mustBeLocal(owner);
      return write(async (transaction) => {
        const writer = new DexieWriter(new StrictTables(transaction));
        return work(copyOf ? readOnly(writer) : writer);
      });
    },
    ...(!copyOf && { sync: dexieSync((mode, work) => (mode === 'r' ? connection.run('r', work) : write(work))) }),
    async findToken(id) {
      const known = tokens;
      if (known.has(id)) return known.get(id);
      const row = await connection.run('r', (transaction) => new StrictTables(transaction).tokens.get(id));
      if (row === undefined) return undefined;
      const token = { ...tokenOf(row), owner: localOwner };
      known.set(id, token);
      return token;
    },
    rates,
    files: dexieFiles(derived),
    get restored() {
      return journal?.status.restored;
    },
    async acknowledgeRestored(at) {
      await journal?.acknowledgeRestored(at);
    },
    get secondCopy() {
      return journal?.status;
    },
    async close() {
      connection.close();
      journal?.close();
      rates.close();
      derived.close();
    },
  };
}
