import type { Transaction } from 'dexie';
import { StorageFull, StoreUnavailable } from '../../service/ports/failures.ts';
import type { RateWindows } from '../../service/ports/store.ts';
import { memoryRates } from '../in-memory-rates.ts';
import { countRequest, lastUses, type WindowRow } from '../rate-window.ts';
import type { DerivedDatabase } from './derived.ts';
import { tableOf } from './table-of.ts';

const windowsOf = (transaction: Transaction) => tableOf<WindowRow, string>(transaction, 'windows');

/** Windows kept in the derived database; while that can't be written (a full disk), in memory, so that reading and deleting go on. */
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
        mustBeFailure(error);
        return fallback.take(wanted, now);
      }
    },
    async lastUsed(subjects) {
      try {
        const rows = await derived.run('r', (transaction) => windowsOf(transaction).bulkGet(subjects));
        return lastUses(rows);
      } catch (error) {
        mustBeFailure(error);
        return fallback.lastUsed(subjects);
      }
    },
    async forget(prefix, before) {
      await fallback.forget(prefix, before);
      const old = (row: WindowRow) => row.lastUsed < before;
      await derived
        .run('rw', (transaction) => windowsOf(transaction).where('subject').startsWith(prefix).filter(old).delete())
        .catch(mustBeFailure);
    },
  };
}

function mustBeFailure(error: unknown): void {
  if (!(error instanceof StorageFull || error instanceof StoreUnavailable)) throw error;
}
