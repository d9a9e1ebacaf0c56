import type { RateWindow } from '../service/ports/rows.ts';
import type { RateState } from '../service/ports/store.ts';

/** What is kept of one subject's requests. */
export interface WindowRow {
  subject: string;
  /** Unix milliseconds, a multiple of the window's length. */
  start: number;
  /** Requests counted in the window. */
  count: number;
  /** Unix milliseconds of the last request, refused ones included; 0 before the first. */
  lastUsed: number;
}

/**
 * Counts one request at `now` (Unix milliseconds) in all windows, or in none if one of them is full. `rows`: the window's row at each index.
 * Windows begin at multiples of their length. A row from the future means that the clock was set back: its count moves into
 * the window of now. So setting the clock back refills nothing, and a row from a far future locks out for one window at most.
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
      start,
      count: row !== undefined && row.start >= start ? row.count : 0,
      lastUsed: index === 0 ? now : (row?.lastUsed ?? 0),
    };
  });
  const allowed = current.every(({ count }, index) => count < windows[index]!.rateLimit.requests);
  const counted = allowed ? current.map((row) => ({ ...row, count: row.count + 1 })) : current;
  return {
    rows: counted,
    state: tightest(
      windows,
      counted.map(({ count }) => count),
      allowed,
      now,
    ),
  };
}

/** When the window of `now` began, in Unix milliseconds. */
export function startOf(seconds: number, now: number): number {
  return Math.floor(now / (seconds * 1000)) * seconds * 1000;
}

/** The window with the least left; of several, the one that ends last, so that waiting for its end is enough. `counts`: at each window's index. */
export function tightest(
  windows: readonly RateWindow[],
  counts: readonly number[],
  allowed: boolean,
  now: number,
): RateState {
  const states = windows.map(({ rateLimit: { requests, seconds } }, index): RateState => {
    return {
      allowed,
      limit: requests,
      remaining: Math.max(0, requests - counts[index]!),
      reset: startOf(seconds, now) / 1000 + seconds,
    };
  });
  return states.reduce((tight, one) =>
    one.remaining < tight.remaining || (one.remaining === tight.remaining && one.reset > tight.reset) ? one : tight,
  );
}

/** When the subjects of these rows last made a request; those that never did are left out. */
export function lastUses(rows: readonly (WindowRow | undefined)[]): Map<string, number> {
  return new Map(
    rows.filter((row) => row !== undefined && row.lastUsed > 0).map((row) => [row!.subject, row!.lastUsed]),
  );
}
