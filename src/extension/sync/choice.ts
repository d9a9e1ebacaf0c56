import { idMaker } from '../../lib/ulid.ts';
import type { SyncWriter } from '../../service/ports/sync.ts';
import { nameKey } from '../../v1/keys.ts';
import { limits } from '../../v1/limits.ts';

/** Whether a collection of the server can have the same name on this device. */
export const isCollectionName = (name: string): boolean =>
  name.trim() !== '' && [...name.trim()].length <= limits.collectionNameCharacters;

const newId = idMaker();

/**
 * The local ids of collections with these names. Creates missing collections; the first round matches them with the
 * server's by name.
 */
export async function collectionIds(writer: SyncWriter, names: readonly string[], now: number): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names.filter(isCollectionName)) {
    const key = nameKey(name);
    const known = await writer.collectionByKey(key);
    const id = known?.id ?? newId('col', now);
    const at = new Date(now).toISOString();
    if (known === undefined) await writer.putCollection({ id, name, key, createdAt: at, updatedAt: at });
    ids.push(id);
  }
  return ids;
}
