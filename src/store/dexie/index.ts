import { Dexie, type DexieOptions } from 'dexie';
import { localOwner } from '../../service/ports/store.ts';
import type { LocalStore } from '../local-store.ts';
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
import { roomLeft, type Room } from './room.ts';
import { StrictTables, tokenOf } from './tables.ts';
import { DexieWriter } from './writer.ts';

export interface DexieStoreOptions extends Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'> {
  /** How long opening a database may take before a request is told that the store is unavailable. */
  patienceMs?: number;
  room?: Room;
  /** A second copy of the strict database, apart from IndexedDB; without it, what the browser loses is lost. */
  journal?: JournalOptions;
  /** Makes this a copy of what a journal holds, filled whenever it is opened, that refuses to change memories. */
  copyOf?: CopyOptions;
}

/** The store of one person, in the browser's IndexedDB: see ./names for its two databases. */
export function dexieStore({
  patienceMs = 10_000,
  room = roomLeft,
  journal: kept,
  copyOf,
  ...options
}: DexieStoreOptions = {}): LocalStore {
  const strict = new Dexie(strictDatabase, { ...options, chromeTransactionDurability: 'strict' });
  for (const { version, stores } of migrations) strict.version(version).stores(stores);
  const journal = kept && new Journal(strict, kept);
  const settle = journal
    ? (again: () => void) => journal.settle(again)
    : copyOf && (() => fillFromJournal(strict, copyOf));
  const connection = new Connection(strict, { patienceMs, room, ...(settle && { settle }) });
  const derived = new DerivedDatabase(options, { patienceMs, room });

  function mustBeLocal(owner: string): void {
    if (owner !== localOwner) throw new Error(`This store keeps the data of one person only, not of ${owner}`);
  }

  return {
    async read(owner, work) {
      mustBeLocal(owner);
      return connection.run('r', (transaction) => work(new DexieReader(new StrictTables(transaction))));
    },
    async write(owner, work) {
      mustBeLocal(owner);
      return connection.run('rw', async (transaction) => {
        const writer = new DexieWriter(new StrictTables(transaction));
        const answer = await work(copyOf ? readOnly(writer) : writer);
        await journal?.keep(transaction);
        return answer;
      });
    },
    async findToken(id) {
      const token = await connection.run('r', (transaction) => new StrictTables(transaction).tokens.get(id));
      return token && { ...tokenOf(token), owner: localOwner };
    },
    rates: dexieRates(derived),
    files: dexieFiles(derived),
    get restored() {
      return journal?.restored;
    },
    get secondCopy() {
      return journal?.status;
    },
    async close() {
      connection.close();
      journal?.close();
      derived.close();
    },
  };
}
