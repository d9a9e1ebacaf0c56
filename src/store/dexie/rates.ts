import type { Table } from 'dexie';
import type { RateWindows } from '../../service/ports/store.ts';
import { memoryRates } from '../memory/rates.ts';
import { countRequest, type WindowRow } from '../rate-window.ts';
import type { DerivedDatabase } from './derived.ts';

/** Windows kept in the derived database; while that can't be written (a full disk), in memory, so that reading and deleting go on. */
export function dexieRates(derived: DerivedDatabase): RateWindows {
  const fallback = memoryRates();
  return {
    async take(subject, limit, now) {
      try {
        return await derived.run('rw', async (transaction) => {
          const windows: Table<WindowRow, string> = transaction.table('windows');
          const { row, state } = countRequest(await windows.get(subject), subject, limit, now);
          await windows.put(row);
          return state;
        });
      } catch {
        return fallback.take(subject, limit, now);
      }
    },
    async lastUsed(subjects) {
      try {
        const rows: (WindowRow | undefined)[] = await derived.run('r', (transaction) => transaction.table('windows').bulkGet(subjects));
        return new Map(rows.filter((row) => row !== undefined).map((row) => [row.subject, row.lastUsed]));
      } catch {
        return fallback.lastUsed(subjects);
      }
    },
  };
}
