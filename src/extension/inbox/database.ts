import { Dexie, type Table } from 'dexie';
import { browserFreeSpace } from '../../lib/free-space.ts';
import { Connection } from '../../store/dexie/connection.ts';
import type { LocationOptions } from '../../store/dexie/location.ts';
import { readRow, readRows, type InboxRow, type InboxRows } from './row.ts';

export interface InboxDatabaseOptions {
  /** Where to keep the database; called once. Default: the browser's usual place. */
  location?: () => Promise<LocationOptions>;
}

const durability = 'strict';

const openTimeoutMs = 5_000;

/** The only field that the database guarantees: the key. */
type StoredRow = Pick<InboxRow, 'idempotencyKey'>;

/** Rows in the inbox's own small database, which needs no engine. Every write is flushed to disk. */
export function inboxRows({ location = async () => ({}) }: InboxDatabaseOptions = {}): InboxRows {
  let database: Dexie | undefined;
  // If `location` fails, use the usual place.
  const connecting = location()
    .catch(() => ({}))
    .then((options) => {
      database = new Dexie('commonplace-inbox', { ...options, chromeTransactionDurability: durability });
      database.version(1).stores({ rows: 'idempotencyKey, createdAt' });
      return new Connection(database, { timeoutMs: openTimeoutMs, freeSpace: browserFreeSpace });
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
    // Doesn't use the `createdAt` index, which omits rows without that field.
    list: async () => readRows((await run('r', (rows) => rows.toArray())).map((row) => [row.idempotencyKey, row])),
  };
}

/**
 * Passes the whole write to the browser, commit included, before it returns. The browser then finishes the write even
 * if the background ends. Dexie would wait between the put and the commit.
 */
async function putAtOnce(handle: IDBDatabase, row: InboxRow): Promise<void> {
  const transaction = handle.transaction('rows', 'readwrite', { durability });
  transaction.objectStore('rows').put(row);
  transaction.commit();
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('The write was aborted.'));
  });
}
