import type { SyncStop } from '../../lib/sync.ts';

const second = 1_000;
const minute = 60 * second;

/** The pause after a complete round. Longer without a change feed, since each round then reads the whole list. */
const usualMs = { feed: 5 * minute, list: 30 * minute };
/** The pause after a failed round; doubles with each further failure. */
const retryMs = { first: 30 * second, longest: 60 * minute };
/** The pause after a round that stopped because it isn't known whether a write of this device has arrived. */
const settleMs = 15 * second;

/** What the pause after a round depends on, in addition to how the round ended. */
export interface Pace {
  /** Rounds in a row that failed, this one included. */
  failures: number;
  hasFeed: boolean;
  /** Milliseconds left of the wait that the server asked for; 0 or less: none. */
  askedMs: number;
  /** Milliseconds for which the server's quota still blocks all writes or only new memories; undefined: none. */
  quotaWaitMs: number | undefined;
}

/** Milliseconds until the next round may begin. Infinity: only after the user acts. */
export function pauseAfter(
  stopped: SyncStop | null,
  { failures, hasFeed, askedMs, quotaWaitMs = Infinity }: Pace,
): number {
  switch (stopped) {
    case null:
      // Changes that the quota delays are sent as soon as it allows.
      return Math.min(quotaWaitMs, hasFeed ? usualMs.feed : usualMs.list);
    case 'over':
      return 0;
    case 'settling':
      return settleMs;
    case 'paused':
      return Math.max(minute, askedMs);
    case 'unreachable':
    case 'failed':
      return Math.min(retryMs.longest, retryMs.first * 2 ** (failures - 1));
    case 'question':
    case 'unauthorized':
      return Infinity;
  }
}
