import type { RateWindows } from '../service/ports/store.ts';
import { countRequest, lastUses, type WindowRow } from './rate-window.ts';

/** Windows that live as long as this object. */
export function memoryRates(): RateWindows {
  const windows = new Map<string, WindowRow>();
  return {
    async take(wanted, now) {
      const { rows, state } = countRequest(
        wanted,
        wanted.map(({ id }) => windows.get(id)),
        now,
      );
      for (const row of rows) windows.set(row.subject, row);
      return state;
    },
    async lastUsed(subjects) {
      return lastUses(subjects.map((subject) => windows.get(subject)));
    },
    async forget(prefix, before) {
      for (const { subject, lastUsed } of windows.values())
        if (subject.startsWith(prefix) && lastUsed < before) windows.delete(subject);
    },
  };
}
