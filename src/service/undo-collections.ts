import type { CollectionChange } from './ports/page-log.ts';
import type { CollectionRow } from './ports/rows.ts';
import type { StoreReader, StoreWriter } from './ports/store.ts';

/** The outcome of an undo: the change that it made, or the id of the collection that it spared. */
export type CollectionUndo = ['changes', CollectionChange] | ['spared', string];

/** A collection as it is stored; null if it doesn't exist. */
export async function collectionRow(reader: StoreReader, id: string): Promise<CollectionRow | null> {
  const { memoryCount: _, ...row } = (await reader.collection(id)) ?? { memoryCount: 0 };
  return 'id' in row ? row : null;
}

/**
 * Joins a page's changes (oldest first) into one change per collection. The joined change covers the page's latest
 * unbroken series of changes, in which nothing else has changed the collection.
 */
export function joinedChanges(changes: readonly CollectionChange[]): CollectionChange[] {
  return [...Map.groupBy(changes, ({ id }) => id)].map(([id, own]) => {
    let first = own.length - 1;
    while (first > 0 && isSame(own[first]!.collection.before, own[first - 1]!.collection.after)) first--;
    return { id, collection: { before: own[first]!.collection.before, after: own.at(-1)!.collection.after } };
  });
}

/**
 * Undoes a change from `joinedChanges`. Spares the collection if something else has changed it since, if another
 * collection has its old name, or if the page created it and it isn't empty.
 */
export async function undoCollection(
  writer: StoreWriter,
  { id, collection: { before, after } }: CollectionChange,
  at: string,
): Promise<CollectionUndo> {
  const stored = await collectionRow(writer, id);
  if (!isSame(stored, after)) return ['spared', id];
  if (before === null) {
    for (const deleted of [false, true])
      if ((await writer.listMemories({ deleted, collections: [id], limit: 1 })).length > 0) return ['spared', id];
    await writer.deleteCollection(id);
    return ['changes', { id, collection: { before: stored, after: null } }];
  }
  const namesake = await writer.collectionByKey(before.key);
  if (namesake !== undefined && namesake.id !== id) return ['spared', id];
  const restored = { ...before, updatedAt: at };
  await writer.putCollection(restored);
  return ['changes', { id, collection: { before: stored, after: restored } }];
}

const isSame = (one: CollectionRow | null, other: CollectionRow | null) =>
  one?.name === other?.name && one?.updatedAt === other?.updatedAt;
