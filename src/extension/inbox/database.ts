import { Dexie, type DexieOptions, type Table } from 'dexie';
import { Connection } from '../../store/dexie/connection.ts';
import { roomLeft } from '../../store/dexie/room.ts';
import type { InboxRow, InboxRows } from './row.ts';

export interface InboxDatabaseOptions extends Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'> {
  /** How long opening the database may take, in milliseconds. */
  patienceMs?: number;
}

const durability = 'strict';

/** The inbox's own small database: a door can write to it without the engine, and every write is flushed to the disk. */
export function inboxRows({ patienceMs = 5_000, ...options }: InboxDatabaseOptions = {}): InboxRows {
  const database = new Dexie('commonplace-inbox', { ...options, chromeTransactionDurability: durability });
  database.version(1).stores({ rows: 'idempotencyKey, createdAt' });
  const connection = new Connection(database, { patienceMs, room: roomLeft });
  const run = <Result>(mode: 'r' | 'rw', work: (rows: Table<InboxRow, string>) => PromiseLike<Result>): Promise<Result> =>
    connection.run(mode, async (transaction) => work(transaction.table('rows') as Table<InboxRow, string>));

  return {
    async put(row) {
      const handle = database.backendDB() as IDBDatabase | null;
      const done = handle !== null && (await putAtOnce(handle, row).then(() => true, () => false));
      if (!done) await run('rw', (rows) => rows.put(row));
    },
    get: (key) => run('r', (rows) => rows.get(key)),
    delete: (key) => run('rw', (rows) => rows.delete(key)),
    list: () => run('r', (rows) => rows.orderBy('createdAt').toArray()),
  };
}

/**
 * Hands the whole of a write to the browser before it returns, its end included. Whatever ends this background from then on,
 * the browser finishes the write; Dexie would wait for an answer between putting and committing.
 */
async function putAtOnce(handle: IDBDatabase, row: InboxRow): Promise<void> {
  const transaction = handle.transaction('rows', 'readwrite', { durability });
  transaction.objectStore('rows').put(row);
  transaction.commit();
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('The write was ended.'));
  });
}
