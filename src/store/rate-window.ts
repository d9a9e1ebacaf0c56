import type { RateLimit } from '../v1/schemas/token.ts';
import type { RateState } from '../service/ports/store.ts';

/** What is kept of one subject's requests. */
export interface WindowRow {
  subject: string;
  /** Unix milliseconds, a multiple of the window's length. */
  start: number;
  /** Requests counted in the window. */
  count: number;
  /** Unix milliseconds of the last request, refused ones included. */
  lastUsed: number;
}

/**
 * Counts one request of `subject` at `now` (Unix milliseconds), unless the window is full.
 * Windows begin at multiples of their length. A row from the future means that the clock was set back: its count moves into
 * the window of now. So setting the clock back refills nothing, and a row from a far future locks out for one window at most.
 */
export function countRequest(row: WindowRow | undefined, subject: string, limit: RateLimit, now: number): { row: WindowRow; state: RateState } {
  const length = limit.seconds * 1000;
  const start = Math.floor(now / length) * length;
  const counted = row !== undefined && row.start >= start ? row.count : 0;
  const allowed = counted < limit.requests;
  const count = allowed ? counted + 1 : counted;
  return {
    row: { subject, start, count, lastUsed: now },
    state: { allowed, limit: limit.requests, remaining: Math.max(0, limit.requests - count), reset: (start + length) / 1000 },
  };
}
