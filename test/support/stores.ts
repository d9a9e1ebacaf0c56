import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { Store } from '../../src/service/ports/store.ts';
import { dexieStore } from '../../src/store/dexie/index.ts';
import { inMemoryStore } from '../../scripts/in-memory-store/index.ts';

/** Makes a new, empty store of each kind that runs in this process. */
export const stores: Array<[name: string, make: () => Store]> = [
  ['the in-memory store', () => inMemoryStore()],
  ['the Dexie store', () => dexieStore({ indexedDB: new IDBFactory(), IDBKeyRange })],
];
