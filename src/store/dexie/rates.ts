import type { Transaction } from 'dexie';
import { StorageFull, StoreUnavailable } from '../../service/ports/failures.ts';
import type { RateWindows } from '../../service/ports/store.ts';
import { memoryRates, type WindowRow } from '../rate-window.ts';
import type { DerivedDatabase } from './derived.ts';
import { tableOf } from './tables.ts';

const windowsOf = (transaction: Transaction) => tableOf<WindowRow, string>(transaction, 'windows');

/**
 * Rate windows in memory, with a copy in the derived database that no other code writes. While that can't be written (a full disk)
 * they are in memory alone, so that reading and deleting still work.
 */
export function dexieRates(derived: DerivedDatabase): RateWindows {
  const windows = new Map<string, WindowRow>();
  const inMemory = memoryRates(windows);
  const unsaved = new Set<string>();
  let loading: Promise<void> | undefined;
  /** Of the last write, and of one that hasn't begun. */
  let kept = Promise.resolve();
  let waiting: Promise<void> | undefined;

  async function read(): Promise<void> {
    try {
      const rows = await derived.run('r', (transaction) => windowsOf(transaction).toArray());
      for (const row of rows) if (!windows.has(row.subject)) windows.set(row.subject, row);
    } catch (error) {
      loading = undefined;
      requireStoreFailure(error);
    }
  }

  async function write(): Promise<void> {
    waiting = undefined;
    const rows = [...unsaved].flatMap((subject) => windows.get(subject) ?? []);
    unsaved.clear();
    await derived
      .run('rw', async (transaction) => void (await windowsOf(transaction).bulkPut(rows)))
      .catch(requireStoreFailure);
  }

  const load = () => (loading ??= read());

  return {
    async take(wanted, now) {
      await load();
      const state = await inMemory.take(wanted, now);
      for (const { id } of wanted) unsaved.add(id);
      // Counts that come in during a write share the next one.
      kept = waiting ??= kept.then(write, write);
      return state;
    },
    kept: () => kept,
    async lastUsed(subjects) {
      await load();
      return inMemory.lastUsed(subjects);
    },
    async forget(prefix, before) {
      await inMemory.forget(prefix, before);
      const old = (row: WindowRow) => row.lastUsed < before;
      await derived
        .run('rw', (transaction) => windowsOf(transaction).where('subject').startsWith(prefix).filter(old).delete())
        .catch(requireStoreFailure);
    },
  };
}

function requireStoreFailure(error: unknown): void {
  if (!(error instanceof StorageFull || error instanceof StoreUnavailable)) throw error;
}
