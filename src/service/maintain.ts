import { limits } from '../v1/limits.ts';
import { timeOf, type ServiceParts } from './call.ts';
import type { ListPosition, Owner, StoreReader } from './ports/store.ts';
import { noteClock } from './settled-clock.ts';

const dayMilliseconds = 86_400_000;

/** Memories per transaction. */
const batch = 100;

/**
 * Deletes memories that were in the trash for 30 days, and idempotency keys after 7 days; nothing while the clock may be wrong (see ./settled-clock.ts).
 * Safe to interrupt and run again.
 */
export async function maintain(
  { store, clock, pageLog }: Pick<ServiceParts, 'store' | 'clock' | 'pageLog'>,
  owner: Owner,
): Promise<void> {
  const now = clock.now();
  const isSettled = await store.write(owner, async (writer) => {
    const settled = await noteClock(writer, now);
    if (settled) await writer.dropIdempotencyBefore(timeOf(now - limits.idempotencyDays * dayMilliseconds));
    return settled;
  });
  if (!isSettled) return;
  const oldest = timeOf(now - limits.trashDays * dayMilliseconds);
  let after: ListPosition | undefined;
  do {
    const page = await store.read(owner, (reader) => trashPage(reader, after));
    const expired = page.filter((row) => row.deletedAt !== null && row.deletedAt < oldest).map((row) => row.id);
    if (expired.length > 0) {
      await store.write(owner, async (writer) => {
        for (const row of await writer.memories(expired)) {
          if (row.deletedAt !== null && row.deletedAt < oldest) await writer.eraseMemory(row.id, timeOf(now));
        }
      });
      await pageLog?.forget(expired);
    }
    after = page.length < batch ? undefined : page.at(-1);
  } while (after !== undefined);
}

function trashPage(reader: StoreReader, after: ListPosition | undefined) {
  return reader.listMemories({ deleted: true, after, limit: batch });
}
