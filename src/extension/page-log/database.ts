import { Dexie, type Transaction } from 'dexie';
import { browserFreeSpace } from '../../lib/free-space.ts';
import { Connection } from '../../store/dexie/connection.ts';
import type { LocationOptions } from '../../store/dexie/location.ts';
import { WriteAhead, type OpenFile } from '../../store/dexie/write-ahead.ts';
import type { LogEntry, PageLogTables } from './rows.ts';
import { writeEntries } from './write-entries.ts';

const timeoutMs = 5_000;

/**
 * The database of the page log, which records what web pages received and changed. Entries are first appended to a fast
 * file, because each call of a page waits until its entry is stored.
 */
export function pageLogDatabase(location: LocationOptions = {}, openFile?: OpenFile) {
  const database = new Dexie('commonplace-page-log', { ...location, chromeTransactionDurability: 'relaxed' });
  database.version(1).stores({ sites: 'origin', calls: '++n, [origin+at], at', changes: '++n, origin, id, at' });
  const connection = new Connection(database, { timeoutMs, freeSpace: browserFreeSpace });
  const tablesIn = (transaction: Transaction) =>
    Object.fromEntries(['sites', 'calls', 'changes'].map((name) => [name, transaction.table(name)])) as unknown;
  const transact = <T>(mode: 'r' | 'rw', work: (tables: PageLogTables) => Promise<T>): Promise<T> =>
    connection.run(mode, (transaction) => work(tablesIn(transaction) as PageLogTables));
  const ahead = new WriteAhead<LogEntry>({
    openFile,
    apply: (entries) => transact('rw', (tables) => writeEntries(tables, entries)),
  });

  return {
    /** Resolves once the entry would survive the end of the process. */
    add: (entry: LogEntry): Promise<void> => ahead.add(entry),
    /** Runs a transaction once the database has every entry added until now. */
    async run<T>(mode: 'r' | 'rw', work: (tables: PageLogTables) => Promise<T>): Promise<T> {
      // Before a transaction that may delete rows, the file is emptied: otherwise the file could restore those rows.
      await (mode === 'r' ? ahead.settle() : ahead.empty());
      return transact(mode, work);
    },
    close() {
      ahead.close();
      connection.close();
    },
  };
}

export type PageLogDatabase = ReturnType<typeof pageLogDatabase>;
