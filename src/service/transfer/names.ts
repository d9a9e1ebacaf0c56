import type { CollectionRow } from '../ports/rows.ts';
import type { StoreReader } from '../ports/store.ts';
import { nameKey } from '../../v1/keys.ts';
import { limits } from '../../v1/limits.ts';
import { usableName, validName } from '../../v1/schemas/collection.ts';

/** The collection's name. Corrects an invalid name, which older versions of sync could store. */
export function shownName({ id, name }: Pick<CollectionRow, 'id' | 'name'>): string {
  return validName(name) === name ? name : withId(usableName(name), id);
}

/** The name, cut if needed, followed by the collection's id, which makes it unique. */
function withId(name: string, id: string): string {
  const mark = ` (${id})`;
  return [...name].slice(0, limits.collectionNameCharacters - mark.length).join('') + mark;
}

/**
 * Returns the collections to export, `row` last. If the file already has another collection with the name of `row`,
 * that collection comes first under another name, so that an import finds the name of `row` free. The other name is the
 * current name of that collection or, if it was deleted since, a unique one. `exported`: the collections in the file,
 * by name key.
 */
export async function withHolders(
  reader: StoreReader,
  row: CollectionRow,
  exported: ReadonlyMap<string, CollectionRow>,
): Promise<CollectionRow[]> {
  const holder = exported.get(row.key);
  if (holder === undefined) return [row];
  const holderNow = (await reader.collection(holder.id)) ?? renamedAway(holder);
  return [...(await withHolders(reader, holderNow, exported)), row];
}

/**
 * A deleted collection under a unique name. Its `updatedAt` is later than in the file, since an import keeps the later
 * state.
 */
function renamedAway({ id, name, createdAt, updatedAt }: CollectionRow): CollectionRow {
  const free = withId(name, id);
  return {
    id,
    name: free,
    key: nameKey(free),
    createdAt,
    updatedAt: new Date(Date.parse(updatedAt) + 1).toISOString(),
  };
}
