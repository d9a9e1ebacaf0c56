import type { Transaction } from 'dexie';
import { StorageFull, StoreUnavailable } from '../../service/ports/failures.ts';
import type { RateWindows } from '../../service/ports/store.ts';
import { memoryRates, type WindowRow } from '../rate-window.ts';
import type { DerivedDatabase } from './derived.ts';
import { tableOf } from './tables.ts';
import { WriteAhead, type OpenFile } from './write-ahead.ts';

const windowsOf = (transaction: Transaction) => tableOf<WindowRow, string>(transaction, 'windows');

/**
 * Rate windows in RAM, with a copy in the derived database that only this code writes. While the copy can't be written,
 * for example on a full disk, requests are counted in RAM only, so reading and deleting memories still work. `openFile`
 * opens the file to which the counts are written first. The database gets them later.
 */
export function dexieRates(derived: DerivedDatabase, openFile?: OpenFile): RateWindows & { close(): void } {
  const windows = new Map<string, WindowRow>();
  const inMemory = memoryRates(windows);
  const writeAhead = new WriteAhead<WindowRow[]>({
    openFile,
    apply: (records) => {
      const last = new Map(records.flat().map((row) => [row.subject, row]));
      return derived.run('rw', async (transaction) => void (await windowsOf(transaction).bulkPut([...last.values()])));
    },
  });
  let loading: Promise<void> | undefined;
  let persisting = Promise.resolve();

  async function read(): Promise<void> {
    try {
      await writeAhead.settle();
      const rows = await derived.run('r', (transaction) => windowsOf(transaction).toArray());
      for (const row of rows) if (!windows.has(row.subject)) windows.set(row.subject, row);
    } catch (error) {
      loading = undefined;
      ignoreStoreFailure(error);
    }
  }

  const load = () => (loading ??= read());

  return {
    async take(wanted, now) {
      await load();
      const state = await inMemory.take(wanted, now);
      persisting = writeAhead.add(wanted.flatMap(({ id }) => windows.get(id) ?? [])).catch(ignoreStoreFailure);
      return state;
    },
    persisted: () => persisting,
    async lastUsed(subjects) {
      await load();
      return inMemory.lastUsed(subjects);
    },
    async forget(prefix, before) {
      await inMemory.forget(prefix, before);
      const isOld = (row: WindowRow) => row.lastUsed < before;
      await derived
        .run('rw', (transaction) => windowsOf(transaction).where('subject').startsWith(prefix).filter(isOld).delete())
        .catch(ignoreStoreFailure);
    },
    close: () => writeAhead.close(),
  };
}

function ignoreStoreFailure(error: unknown): void {
  if (!(error instanceof StorageFull || error instanceof StoreUnavailable)) throw error;
}
