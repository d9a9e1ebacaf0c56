import type { Table } from 'dexie';
import type { IndexFiles } from '../../service/ports/keyword-index.ts';
import type { DerivedDatabase } from './derived.ts';
import { tableOf } from './tables.ts';

interface FileRow {
  name: string;
  bytes: Uint8Array;
}

/** Blobs in the derived database. The methods throw the errors of a Store (StorageFull, StoreUnavailable). */
export function dexieFiles(derived: DerivedDatabase): IndexFiles {
  function inFiles<T>(mode: 'r' | 'rw', work: (files: Table<FileRow, string>) => Promise<T>): Promise<T> {
    return derived.run(mode, (transaction) => work(tableOf(transaction, 'files')));
  }
  return {
    read: (name) => inFiles('r', async (files) => (await files.get(name))?.bytes),
    write: (name, bytes) =>
      inFiles('rw', async (files) => {
        await files.put({ name, bytes });
      }),
    remove: (name) => inFiles('rw', (files) => files.delete(name)),
  };
}
