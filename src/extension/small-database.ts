import { dexieOptionsAt, locationInUse } from '../store/dexie/location.ts';

interface SmallDatabase {
  name: string;
  table: string;
  /** The property of each value that is used as its key. If left out, each write passes the key separately. */
  keyPath?: string;
  /** Default: the IndexedDB in use, which is the browser's default one or that of a Storage Bucket. */
  databases?: IDBFactory | undefined;
}

/**
 * Runs single requests on a database with one table. Content scripts can't open this database, whereas in Firefox they
 * can read and change `storage.local`.
 */
export function smallDatabase({ name, table, keyPath, databases }: SmallDatabase) {
  return async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const opening = (databases ?? (await databasesInUse())).open(name, 1);
    opening.onupgradeneeded = () =>
      opening.result.createObjectStore(table, keyPath === undefined ? undefined : { keyPath });
    const database = await resultOf(opening);
    try {
      return await resultOf(work(database.transaction(table, mode).objectStore(table)));
    } finally {
      database.close();
    }
  };
}

const databasesInUse = async (): Promise<IDBFactory> =>
  (await dexieOptionsAt(await locationInUse())).indexedDB ?? indexedDB;

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The database failed.'));
  });

/** One value that outlives the browser's session. */
export interface StoredValue<Value> {
  get(): Promise<Value | undefined>;
  put(value: Value): Promise<void>;
  delete(): Promise<void>;
}

/** Stores one value, under `key`, in its own small database. */
export function storedValue<Value>(database: Omit<SmallDatabase, 'keyPath'>, key: string): StoredValue<Value> {
  const run = smallDatabase(database);
  return {
    get: () => run('readonly', (store) => store.get(key) as IDBRequest<Value | undefined>),
    put: async (value) => void (await run('readwrite', (store) => store.put(value, key))),
    delete: () => run('readwrite', (store) => store.delete(key)),
  };
}
