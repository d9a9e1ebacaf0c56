import type { Transaction } from 'dexie';
import { StorageFull, StoreUnavailable } from '../../service/ports/failures.ts';
import type { RateWindows } from '../../service/ports/store.ts';
import { countRequest, lastUses, memoryRates, type WindowRow } from '../rate-window.ts';
import type { DerivedDatabase } from './derived.ts';
import { tableOf } from './tables.ts';

const windowsOf = (transaction: Transaction) => tableOf<WindowRow, string>(transaction, 'windows');

/** Rate windows in the derived database. While it can't be written (a full disk) they are in memory, so that reading and deleting still work. */
export function dexieRates(derived: DerivedDatabase): RateWindows {
  const fallback = memoryRates();
  return {
    async take(wanted, now) {
      try {
        return await derived.run('rw', async (transaction) => {
          const windows = windowsOf(transaction);
          const { rows, state } = countRequest(wanted, await windows.bulkGet(wanted.map(({ id }) => id)), now);
          await windows.bulkPut(rows);
          return state;
        });
      } catch (error) {
        requireStoreFailure(error);
        return fallback.take(wanted, now);
      }
    },
    async lastUsed(subjects) {
      try {
        const rows = await derived.run('r', (transaction) => windowsOf(transaction).bulkGet(subjects));
        return lastUses(rows);
      } catch (error) {
        requireStoreFailure(error);
        return fallback.lastUsed(subjects);
      }
    },
    async forget(prefix, before) {
      await fallback.forget(prefix, before);
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
