import type { SyncStop } from '../../lib/sync.ts';

const second = 1_000;
const minute = 60 * second;

/** The pause after a complete round. Without a change feed, each round reads the whole list. */
const usualMs = { feed: 5 * minute, list: 30 * minute };
/** The pause after a failed round; doubles with each further failure. */
const retryMs = { first: 30 * second, longest: 60 * minute };
const settleMs = 15 * second;

/** What the pause after a round depends on, in addition to how the round ended. */
export interface Pace {
  /** Rounds in a row that failed, this one included. */
  failures: number;
  hasFeed: boolean;
  /** How long the server asked to wait, in milliseconds. */
  askedMs: number;
  /** How long the server's quota holds writes back, in milliseconds; undefined: it doesn't. */
  heldMs: number | undefined;
}

/** Milliseconds until the next round may begin. Infinity: only after the user acts. */
export function pauseAfter(stopped: SyncStop | null, { failures, hasFeed, askedMs, heldMs = Infinity }: Pace): number {
  switch (stopped) {
    case null:
      // What the quota holds back is sent as soon as the server may take it.
      return Math.min(heldMs, hasFeed ? usualMs.feed : usualMs.list);
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
