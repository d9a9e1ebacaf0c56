import { done } from './fake-browser.ts';

/** A database as JSON, read without Dexie. */
export interface Dump {
  version: number;
  stores: {
    name: string;
    keyPath: string | string[];
    indexes: { name: string; keyPath: string | string[]; unique: boolean; multiEntry: boolean }[];
    rows: unknown[];
  }[];
}

export async function dump(factory: IDBFactory, name: string): Promise<Dump> {
  const database = await done(factory.open(name));
  const names = [...database.objectStoreNames];
  const transaction = database.transaction(names);
  const stores = await Promise.all(
    names.map(async (one) => {
      const store = transaction.objectStore(one);
      const indexes = [...store.indexNames].map((index) => store.index(index));
      return {
        name: one,
        keyPath: store.keyPath as string | string[],
        indexes: indexes.map((index) => ({
          name: index.name,
          keyPath: index.keyPath,
          unique: index.unique,
          multiEntry: index.multiEntry,
        })),
        rows: await done(store.getAll()),
      };
    }),
  );
  database.close();
  return { version: database.version, stores };
}

export async function load(factory: IDBFactory, name: string, { version, stores }: Dump): Promise<void> {
  const request = factory.open(name, version);
  request.onupgradeneeded = () => {
    for (const { name: one, keyPath, indexes, rows } of stores) {
      const store = request.result.createObjectStore(one, { keyPath });
      for (const index of indexes) store.createIndex(index.name, index.keyPath, index);
      for (const row of rows) store.put(row);
    }
  };
  (await done(request)).close();
}
