import type { CollectionRow } from '../../service/ports/rows.ts';
import type { StoreReader } from '../../service/ports/store.ts';
import { nameKey } from '../../v1/keys.ts';
import { limits } from '../../v1/limits.ts';

/**
 * What has to be told of a collection and of those before it, so that each finds its name free: `row` last, and before it the one that has its name in the file, as it is called by now.
 * `told`: by key, the collections as the file has them.
 */
export async function withHolders(
  reader: StoreReader,
  row: CollectionRow,
  told: ReadonlyMap<string, CollectionRow>,
): Promise<CollectionRow[]> {
  const holder = told.get(row.key);
  if (holder === undefined) return [row];
  const holderNow = (await reader.collection(holder.id)) ?? outOfTheWay(holder);
  return [...(await withHolders(reader, holderNow, told)), row];
}

/** A collection that is gone, under a name that no other has, changed a moment after what the file says of it: of two states, an import lets the later one stand. */
function outOfTheWay({ id, name, createdAt, updatedAt }: CollectionRow): CollectionRow {
  const mark = ` (${id})`;
  const free = [...name].slice(0, limits.collectionNameCharacters - mark.length).join('') + mark;
  return {
    id,
    name: free,
    key: nameKey(free),
    createdAt,
    updatedAt: new Date(Date.parse(updatedAt) + 1).toISOString(),
  };
}
