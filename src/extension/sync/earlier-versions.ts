import type { EarlierVersion } from '../../lib/sync.ts';
import type { LocalStore } from '../../store/local-store.ts';
import { limits } from '../../v1/limits.ts';

type Kept = Pick<LocalStore, 'sync' | 'isReadOnly'>;

/** What a memory was before sync replaced it, newest first. */
export async function earlierVersionsOf({ sync }: Kept, id: string): Promise<EarlierVersion[]> {
  const versions = (await sync?.read((reader) => reader.versions(id))) ?? [];
  return versions
    .toSorted((one, other) => other.at - one.at)
    .map(({ at, fields: { content, tags } }) => ({ at: new Date(at).toISOString(), content, tags }));
}

/** Drops the versions that were kept as long as the trash keeps a memory. No part of a round: there are none once the server is disconnected. */
export async function dropOldVersions({ sync, isReadOnly }: Kept, now: number): Promise<void> {
  const before = now - limits.trashDays * 24 * 3_600_000;
  if (sync === undefined || isReadOnly === true || !(await sync.read((reader) => reader.hasVersionsBefore(before))))
    return;
  await sync.write((writer) => writer.dropVersionsBefore(before));
}
