import type { SyncStop } from '../../lib/sync.ts';

const second = 1_000;
const minute = 60 * second;

/** The pause after a complete round. Without a change feed, each round reads the whole list. */
const usualMs = { feed: 5 * minute, list: 30 * minute };
/** The pause after a failed round; doubles with each further failure. */
const retryMs = { first: 30 * second, longest: 60 * minute };
const settleMs = 15 * second;

/**
 * Milliseconds until the next round may begin. Infinity: not before the user acts. `failures`: rounds in a row that
 * failed, this one included.
 */
export function pauseAfter(
  stopped: SyncStop | null,
  { failures, hasFeed }: { failures: number; hasFeed: boolean },
): number {
  switch (stopped) {
    case null:
      return hasFeed ? usualMs.feed : usualMs.list;
    case 'over':
      return 0;
    case 'settling':
      return settleMs;
    case 'paused':
      return minute;
    case 'unreachable':
    case 'failed':
      return Math.min(retryMs.longest, retryMs.first * 2 ** (failures - 1));
    case 'question':
    case 'unauthorized':
      return Infinity;
  }
}
