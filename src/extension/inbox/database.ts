import { Dexie, type DexieOptions, type Table } from 'dexie';
import { Connection } from '../../store/dexie/connection.ts';
import { roomLeft } from '../../store/dexie/room.ts';
import type { InboxRow, InboxRows } from './row.ts';

export const inboxDatabase = 'commonplace-inbox';

export interface InboxDatabaseOptions extends Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'> {
  /** How long opening the database may take, in milliseconds. */
  patienceMs?: number;
}

/** The inbox's own small database: a door can write to it without the engine, and every write is flushed to the disk. */
export function inboxRows({ patienceMs = 5_000, ...options }: InboxDatabaseOptions = {}): InboxRows {
  const database = new Dexie(inboxDatabase, { ...options, chromeTransactionDurability: 'strict' });
  database.version(1).stores({ rows: 'idempotencyKey, createdAt' });
  const connection = new Connection(database, { patienceMs, room: roomLeft });
  const run = <Result>(mode: 'r' | 'rw', work: (rows: Table<InboxRow, string>) => PromiseLike<Result>): Promise<Result> =>
    connection.run(mode, async (transaction) => work(transaction.table('rows') as Table<InboxRow, string>));

  return {
    put: async (row) => void (await run('rw', (rows) => rows.put(row))),
    get: (key) => run('r', (rows) => rows.get(key)),
    delete: (key) => run('rw', (rows) => rows.delete(key)),
    list: () => run('r', (rows) => rows.orderBy('createdAt').toArray()),
  };
}
