import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { dexieStore, type DexieStoreOptions } from '../../../src/store/dexie/index.ts';
import type { LocalStore } from '../../../src/store/local-store.ts';

/** A stand-in for the IndexedDB of a browser profile. Records calls of the factory, and can make them fail. */
export class FakeBrowser {
  readonly indexedDB = new IDBFactory();
  readonly deleted: string[] = [];
  /** Connections by name of the database, the newest last. */
  readonly connections = new Map<string, IDBDatabase[]>();
  /** Databases that fail to open, as if their files were damaged; deleting one may repair it. */
  readonly broken = new Map<string, { healsWhenDeleted: boolean; failsToDelete?: boolean }>();

  constructor() {
    const open = this.indexedDB.open.bind(this.indexedDB);
    this.indexedDB.open = (name, version) => {
      if (this.broken.has(name)) throw new DOMException('Internal error opening backing store', 'UnknownError');
      const request = open(name, version);
      request.addEventListener('success', () => {
        this.connections.set(name, [...(this.connections.get(name) ?? []), request.result]);
      });
      return request;
    };
    const deleteDatabase = this.indexedDB.deleteDatabase.bind(this.indexedDB);
    this.indexedDB.deleteDatabase = (name) => {
      this.deleted.push(name);
      if (this.broken.get(name)?.failsToDelete)
        return failedRequest(new DOMException('Internal error deleting database.', 'UnknownError'));
      if (this.broken.get(name)?.healsWhenDeleted) this.broken.delete(name);
      return deleteDatabase(name);
    };
  }

  /** A new store over this profile, as after a start of the extension. */
  store(options: DexieStoreOptions = {}): LocalStore {
    return dexieStore({ indexedDB: this.indexedDB, IDBKeyRange, ...options });
  }

  connection(name: string): IDBDatabase {
    return this.connections.get(name)!.at(-1)!;
  }

  /** Every row of a database by object store, read without our code. */
  async rows(name: string): Promise<Record<string, unknown[]>> {
    const database = await done(this.indexedDB.open(name));
    const names = [...database.objectStoreNames];
    const transaction = database.transaction(names);
    const tables = await Promise.all(
      names.map(async (table) => [table, await done(transaction.objectStore(table).getAll())]),
    );
    database.close();
    return Object.fromEntries(tables);
  }
}

function failedRequest(error: DOMException): IDBOpenDBRequest {
  const request = Object.assign(new EventTarget(), { error, onerror: (_: Event) => {} });
  request.addEventListener('error', (event) => request.onerror(event));
  setTimeout(() => request.dispatchEvent(new Event('error', { cancelable: true })));
  return request as unknown as IDBOpenDBRequest;
}

export function done<T>(request: {
  result: T;
  error: DOMException | null;
  onsuccess: unknown;
  onerror: unknown;
}): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('A request failed without a reason'));
  });
}
