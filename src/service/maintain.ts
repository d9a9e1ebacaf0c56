import { limits } from '../v1/limits.ts';
import { timeOf, type Call } from './call.ts';
import { feedStartSetting, type ListPosition, type Owner, type StoreReader } from './ports/store.ts';
import { noteClock } from './settled-clock.ts';

const dayMilliseconds = 86_400_000;

const batchSize = 100;

/**
 * Deletes memories after 30 days in the trash, idempotency keys after 7 days and, if the host enables it, tombstones
 * (the rows that mark memories as deleted for good) after 90 days. Deletes nothing while the clock may be wrong
 * (./settled-clock.ts), and then returns false. Safe to interrupt and run again.
 */
export async function maintain(
  { parts, feedOf }: Pick<Call<never>, 'parts' | 'feedOf'>,
  owner: Owner,
): Promise<boolean> {
  const { store, clock, pageLog, keyword, dropsTombstones } = parts;
  const now = clock.now();
  const isSettled = await store.write(owner, async (writer) => {
    const settled = await noteClock(writer, now);
    if (settled) await writer.dropIdempotencyBefore(timeOf(now - limits.idempotencyDays * dayMilliseconds));
    return settled;
  });
  if (!isSettled) return false;
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
    after = page.length < batchSize ? undefined : page.at(-1);
  } while (after !== undefined);
  if (!dropsTombstones) return true;
  // The index must have seen the tombstones before they are dropped.
  await keyword(owner).catchUp(await feedOf(owner));
  await store.write(owner, async (writer) => {
    const seq = await writer.dropTombstonesBefore(timeOf(now - limits.changesDays * dayMilliseconds));
    // The setting must never go down. If the clock was slow for a while, tombstones from that time look older than they
    // are, and are dropped before some with a lower seq.
    const start = Number((await writer.setting(feedStartSetting)) ?? 0);
    if (seq > start) await writer.putSetting(feedStartSetting, String(seq));
  });
  return true;
}

function trashPage(reader: StoreReader, after: ListPosition | undefined) {
  return reader.listMemories({ deleted: true, after, limit: batchSize });
}
