import type { ChangeFeed, KeywordIndex } from '../../service/ports/keyword-index.ts';
import type { OpenWork } from './open-work.ts';

/** The delay after a change, in milliseconds, so that the index takes up several changes together. */
const delayMs = 200;

/**
 * Returns a function to call after each change. The function brings the keyword index up to date a moment later, so
 * that the first search after an import doesn't take seconds.
 */
export function catchUpSoon(
  index: KeywordIndex,
  { feed, work }: { feed: () => Promise<ChangeFeed>; work: OpenWork },
): () => void {
  let isDue = false;
  let isRunning = false;

  /** Runs until no change is left. */
  async function run(): Promise<void> {
    isRunning = true;
    try {
      while (isDue) {
        isDue = false;
        await index.catchUp(await feed());
      }
    } finally {
      isDue = isRunning = false;
    }
  }

  return () => {
    if (isDue) return;
    isDue = true;
    // If the store can't be read, the next change or search tries again.
    if (!isRunning) setTimeout(() => void work.background(run).catch(() => {}), delayMs);
  };
}
