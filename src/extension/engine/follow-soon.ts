import type { ChangeFeed, KeywordIndex } from '../../service/ports/keyword-index.ts';
import type { OpenWork } from './open-work.ts';

/** After a change, in milliseconds, so that several changes are followed together. */
const delayMs = 200;

/** Brings the keyword index up to date soon after changes. A search does that too, but after an import it would take seconds. */
export function followSoon(
  index: KeywordIndex,
  { feed, work }: { feed: () => Promise<ChangeFeed>; work: OpenWork },
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      // If the store can't be read, the next change or search tries again.
      work.background(async () => index.catchUp(await feed())).catch(() => {});
    }, delayMs);
  };
}
