import type { RateWindow } from '../service/ports/rows.ts';
import type { RateState, RateWindows } from '../service/ports/store.ts';

/** The stored request count of one subject: a token, or a sender without one. */
export interface WindowRow {
  subject: string;
  /** Unix milliseconds, a multiple of the window's length. */
  start: number;
  count: number;
  /** Unix milliseconds of the last request, refused ones included; 0 before the first. */
  lastUsed: number;
}

/**
 * Counts one request at `now` (Unix milliseconds) in all windows, or in none if one of them is full. `rows`: the stored
 * row of each window, at the same index. The first window is the sender's own: only its `lastUsed` changes.
 *
 * If a process whose clock is ahead has begun the next window, the request counts in that window. A row that starts
 * even later was written before the clock was set back. Its count moves into the current window, so setting the clock
 * back refills nothing.
 */
export function countRequest(
  windows: readonly RateWindow[],
  rows: readonly (WindowRow | undefined)[],
  now: number,
): { rows: WindowRow[]; state: RateState } {
  const current = windows.map(({ id, rateLimit }, index): WindowRow => {
    const row = rows[index];
    const start = startOf(rateLimit.seconds, now);
    return {
      subject: id,
      start: row?.start === nextStart(rateLimit.seconds, now) ? row.start : start,
      count: row !== undefined && row.start >= start ? row.count : 0,
      lastUsed: index === 0 ? now : (row?.lastUsed ?? 0),
    };
  });
  const allowed = current.every(({ count }, index) => count < windows[index]!.rateLimit.requests);
  const counted = allowed ? current.map((row) => ({ ...row, count: row.count + 1 })) : current;
  return {
    rows: counted,
    state: tightest(windows, counted, allowed),
  };
}

/** Start of the current window, in Unix milliseconds. */
export function startOf(seconds: number, now: number): number {
  return Math.floor(now / (seconds * 1000)) * seconds * 1000;
}

/** Start of the window after the current one, in Unix milliseconds. */
export function nextStart(seconds: number, now: number): number {
  return startOf(seconds, now) + seconds * 1000;
}

/**
 * The state of the window with the fewest requests left. If several have equally few, the one that ends last counts.
 * `rows`: the row of each window, at the same index.
 */
export function tightest(
  windows: readonly RateWindow[],
  rows: readonly Pick<WindowRow, 'start' | 'count'>[],
  allowed: boolean,
): RateState {
  const states = windows.map(({ rateLimit: { requests, seconds } }, index): RateState => {
    const { start, count } = rows[index]!;
    return {
      allowed,
      limit: requests,
      remaining: Math.max(0, requests - count),
      reset: start / 1000 + seconds,
    };
  });
  return states.reduce((tight, next) =>
    next.remaining < tight.remaining || (next.remaining === tight.remaining && next.reset > tight.reset) ? next : tight,
  );
}

/** The last request of each subject, in Unix milliseconds; omits those without one. */
export function lastUses(rows: readonly (WindowRow | undefined)[]): Map<string, number> {
  return new Map(
    rows.filter((row) => row !== undefined && row.lastUsed > 0).map((row) => [row!.subject, row!.lastUsed]),
  );
}

/** Rate windows in RAM, by subject. */
export function memoryRates(windows = new Map<string, WindowRow>()): RateWindows {
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
    persisted: async () => {},
    async lastUsed(subjects) {
      return lastUses(subjects.map((subject) => windows.get(subject)));
    },
    async forget(prefix, before) {
      for (const { subject, lastUsed } of windows.values())
        if (subject.startsWith(prefix) && lastUsed < before) windows.delete(subject);
    },
  };
}
