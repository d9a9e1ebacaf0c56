import type { EarlierVersion } from '../../lib/sync.ts';
import type { LocalStore } from '../../store/local-store.ts';
import { limits } from '../../v1/limits.ts';

type VersionStore = Pick<LocalStore, 'sync' | 'isReadOnly'>;

/** The versions of a memory that sync replaced, newest first. */
export async function earlierVersionsOf({ sync }: VersionStore, id: string): Promise<EarlierVersion[]> {
  const versions = (await sync?.read((reader) => reader.versions(id))) ?? [];
  return versions
    .toSorted((one, other) => other.at - one.at)
    .map(({ at, fields: { content, tags, title, url } }) => ({
      at: new Date(at).toISOString(),
      content,
      tags,
      title,
      url,
    }));
}

/**
 * Drops versions that sync replaced longer ago than the trash keeps memories. Must also run while no server is
 * connected.
 */
export async function dropOldVersions({ sync, isReadOnly }: VersionStore, now: number): Promise<void> {
  const before = now - limits.trashDays * 24 * 3_600_000;
  if (sync === undefined || isReadOnly === true || !(await sync.read((reader) => reader.hasVersionsBefore(before))))
    return;
  await sync.write((writer) => writer.dropVersionsBefore(before));
}
