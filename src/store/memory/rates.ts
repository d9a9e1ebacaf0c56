import type { RateWindows } from '../../service/ports/store.ts';
import { countRequest, type WindowRow } from '../rate-window.ts';

/** Windows that live as long as this object. */
export function memoryRates(): RateWindows {
  const windows = new Map<string, WindowRow>();
  return {
    async take(subject, limit, now) {
      const { row, state } = countRequest(windows.get(subject), subject, limit, now);
      windows.set(subject, row);
      return state;
    },
    async lastUsed(subjects) {
      const seen = subjects.map((subject) => windows.get(subject)).filter((row) => row !== undefined);
      return new Map(seen.map((row) => [row.subject, row.lastUsed]));
    },
    async forget(prefix, before) {
      for (const { subject, lastUsed } of windows.values()) if (subject.startsWith(prefix) && lastUsed < before) windows.delete(subject);
    },
  };
}
