import { indexingQueue } from '../../../src/search/postgres/vector/indexing-queue.ts';
import type { ChangeFeed } from '../../../src/service/ports/keyword-index.ts';
import type { SqlDatabase } from '../../../src/service/ports/sql.ts';
import { passagesOf } from '../../unit/search/vector/fixtures.ts';

export const model = { id: 'a model', dimensions: 24 };

/** Indexes at most `most` memories of the owners in `feeds`, in the same way as the server does in the background. */
export async function indexSome(
  database: SqlDatabase,
  feeds: Record<string, ChangeFeed>,
  most = Infinity,
  { id, dimensions } = model,
): Promise<void> {
  const queue = indexingQueue(database, { id });
  for (let done = 0; done < most; done++) {
    const [claim] = await queue.claim(1);
    if (!claim) return;
    const found = await queue.textOf(claim, feeds[claim.owner]!);
    // The memory has changed since it was queued. The server would now catch up with the owner's changes, which queues
    // the new text. Here, the calling test catches up.
    if (!found) return queue.release(claim);
    await queue.keep(claim, found.contentStart, passagesOf(found.text, id, dimensions));
  }
}
