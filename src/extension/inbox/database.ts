import { Dexie, type Table } from 'dexie';
import { Connection } from '../../store/dexie/connection.ts';
import type { FactoryOptions } from '../../store/dexie/location.ts';
import { roomLeft } from '../../store/dexie/room.ts';
import { readRow, readRows, type InboxRow, type InboxRows } from './row.ts';

export interface InboxDatabaseOptions {
  /** Which IndexedDB it is in; asked once. Default: the browser's. */
  factory?: () => Promise<FactoryOptions>;
  /** How long opening the database may take, in milliseconds. */
  patienceMs?: number;
}

const durability = 'strict';

/** What is certain of a stored row: the database requires its key. */
type StoredRow = Pick<InboxRow, 'idempotencyKey'>;

/** The inbox's own small database: a door can write to it without the engine, and every write is flushed to the disk. */
export function inboxRows({ factory = async () => ({}), patienceMs = 5_000 }: InboxDatabaseOptions = {}): InboxRows {
  let database: Dexie | undefined;
  // If that can't be told now, it is the browser's.
  const connecting = factory()
    .catch(() => ({}))
    .then((options) => {
      database = new Dexie('commonplace-inbox', { ...options, chromeTransactionDurability: durability });
      database.version(1).stores({ rows: 'idempotencyKey, createdAt' });
      return new Connection(database, { patienceMs, room: roomLeft });
    });
  const run = async <Result>(
    mode: 'r' | 'rw',
    work: (rows: Table<StoredRow, string>) => PromiseLike<Result>,
  ): Promise<Result> =>
    (await connecting).run(mode, async (transaction) => work(transaction.table('rows') as Table<StoredRow, string>));

  return {
    async put(row) {
      const handle = database?.backendDB() as IDBDatabase | null | undefined;
      const done =
        handle &&
        (await putAtOnce(handle, row).then(
          () => true,
          () => false,
        ));
      if (!done) await run('rw', (rows) => rows.put(row));
    },
    get: async (key) => readRow(key, await run('r', (rows) => rows.get(key))),
    delete: (key) => run('rw', (rows) => rows.delete(key)),
    // Not by the index of times: it leaves out a row without a time.
    list: async () => readRows((await run('r', (rows) => rows.toArray())).map((row) => [row.idempotencyKey, row])),
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
