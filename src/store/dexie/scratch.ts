import Dexie from 'dexie';
import type { LocalStore } from '../local-store.ts';
import { dexieStore } from './index.ts';
import type { LocationOptions } from './location.ts';
import { derivedDatabase, strictDatabase } from './names.ts';

const prefix = 'scratch-';

/**
 * A store that is separate from the databases in use and has no second copy. Its databases stay until `remove` deletes
 * them. After that, the store is empty and can be used again.
 */
export function scratchStore({
  indexedDB = globalThis.indexedDB,
  IDBKeyRange = globalThis.IDBKeyRange,
}: LocationOptions = {}): { store: LocalStore; remove: () => Promise<void> } {
  const factory: IDBFactory = {
    open: (name, version) => indexedDB.open(prefix + name, version),
    deleteDatabase: (name) => indexedDB.deleteDatabase(prefix + name),
    cmp: (first, second) => indexedDB.cmp(first, second),
    databases: () => indexedDB.databases(),
  };
  const options = { indexedDB: factory, IDBKeyRange };
  const store = dexieStore(options);
  return {
    store,
    async remove() {
      await store.close();
      for (const name of [strictDatabase, derivedDatabase]) await new Dexie(name, options).delete();
    },
  };
}
