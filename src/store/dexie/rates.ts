import type { Transaction } from 'dexie';
import { StorageFull, StoreUnavailable } from '../../service/ports/failures.ts';
import type { RateWindows } from '../../service/ports/store.ts';
import { memoryRates } from '../memory/rates.ts';
import { countRequest, type WindowRow } from '../rate-window.ts';
import type { DerivedDatabase } from './derived.ts';
import { tableOf } from './table-of.ts';

const windowsOf = (transaction: Transaction) => tableOf<WindowRow, string>(transaction, 'windows');

/** Windows kept in the derived database; while that can't be written (a full disk), in memory, so that reading and deleting go on. */
export function dexieRates(derived: DerivedDatabase): RateWindows {
  const fallback = memoryRates();
  return {
    async take(subject, limit, now) {
      try {
        return await derived.run('rw', async (transaction) => {
          const windows = windowsOf(transaction);
          const { row, state } = countRequest(await windows.get(subject), subject, limit, now);
          await windows.put(row);
          return state;
        });
      } catch (error) {
        mustBeFailure(error);
        return fallback.take(subject, limit, now);
      }
    },
    async lastUsed(subjects) {
      try {
        const rows = await derived.run('r', (transaction) => windowsOf(transaction).bulkGet(subjects));
        return new Map(rows.filter((row) => row !== undefined).map((row) => [row.subject, row.lastUsed]));
      } catch (error) {
        mustBeFailure(error);
        return fallback.lastUsed(subjects);
      }
    },
    async forget(prefix, before) {
      await fallback.forget(prefix, before);
      const old = (row: WindowRow) => row.lastUsed < before;
      await derived.run('rw', (transaction) => windowsOf(transaction).where('subject').startsWith(prefix).filter(old).delete()).catch(mustBeFailure);
    },
  };
}

function mustBeFailure(error: unknown): void {
  if (!(error instanceof StorageFull || error instanceof StoreUnavailable)) throw error;
}
