import type { Clock } from './ports/clock.ts';
import type { CollectionChange, MemoryChange, PageChange } from './ports/page-log.ts';
import type { MemoryRow } from './ports/rows.ts';
import type { Owner, Store, StoreWriter } from './ports/store.ts';
import { timeOf } from './call.ts';
import { joinedChanges, undoCollection } from './undo-collections.ts';

export interface UndoneChanges {
  /** The changes made by the undo itself. */
  changes: PageChange[];
  /** Ids of memories and collections that stay as they are, such as those that something else has changed since. */
  spared: string[];
  /** Ids of memories that can't be restored: they had been deleted for good before the undo. */
  gone: string[];
}

const batchSize = 100;

/**
 * Undoes a page's `changes`, which are sorted oldest first. Begins with the collections that the page changed or
 * deleted, continues with the memories, and ends with the collections that the page created. A memory that the page
 * saved goes to the trash.
 */
export async function undoChanges(
  { store, clock }: { store: Store; clock: Clock },
  owner: Owner,
  changes: PageChange[],
): Promise<UndoneChanges> {
  const undone: UndoneChanges = { changes: [], spared: [], gone: [] };
  const at = () => timeOf(clock.now());
  const collect = (results: Result[]) => {
    for (const [kind, result] of results) (undone[kind] as (typeof result)[]).push(result);
  };
  const collections = joinedChanges(changes.filter((change) => 'collection' in change));
  const created = collections.filter(({ collection }) => collection.before === null);
  const others = collections.filter(({ collection }) => collection.before !== null);
  const undoAll = (selected: CollectionChange[]) =>
    store.write(owner, async (writer) => {
      const results: Result[] = [];
      for (const change of selected) results.push(await undoCollection(writer, change, at()));
      return results;
    });

  if (others.length > 0) collect(await undoAll(others));
  const createdIds = new Set(created.map(({ id }) => id));
  const byMemory = [
    ...Map.groupBy(
      changes.filter((change) => 'version' in change),
      ({ id }) => id,
    ),
  ];
  for (let start = 0; start < byMemory.length; start += batchSize)
    collect(
      await store.write(owner, (writer) =>
        undoMemories(writer, byMemory.slice(start, start + batchSize), { createdIds, at: at() }),
      ),
    );
  if (created.length > 0) collect(await undoAll(created));
  return undone;
}

type Result = ['changes', PageChange] | ['spared' | 'gone', string];

interface MemoryUndo {
  /** Ids of the collections that the page created. They are deleted last, after their memories have left them. */
  createdIds: ReadonlySet<string>;
  at: string;
}

/** `byMemory`: ids of memories, each with the page's changes of that memory, oldest first. */
async function undoMemories(
  writer: StoreWriter,
  byMemory: [id: string, changes: MemoryChange[]][],
  { createdIds, at }: MemoryUndo,
): Promise<Result[]> {
  const stored = new Map((await writer.memories(byMemory.map(([id]) => id))).map((row) => [row.id, row]));
  const results: Result[] = [];
  const restored: MemoryRow[] = [];
  for (const [id, changes] of byMemory) {
    const row = stored.get(id);
    if (row === undefined) results.push(['gone', id]);
    else if (row.version !== changes.at(-1)?.version) results.push(['spared', id]);
    else {
      const version = row.version + 1;
      const state = await restoredRow(writer, row, { before: firstOf(changes).before, createdIds, at });
      restored.push({ ...state, version, updatedAt: at });
      results.push(['changes', { id, before: row, version }]);
    }
  }
  await writer.putMemories(restored);
  return results;
}

/** The first change of the page's latest unbroken series: nothing else changed the memory in between. */
function firstOf(changes: MemoryChange[]): MemoryChange {
  let first = changes.length - 1;
  while (first > 0 && changes[first]?.before?.version === changes[first - 1]?.version) first--;
  return changes[first]!;
}

/**
 * The row to restore: the memory before the page's changes or, if the page saved it, `row` in the trash. Takes the
 * memory out of a collection that the page created or that no longer exists.
 */
async function restoredRow(
  writer: StoreWriter,
  row: MemoryRow,
  { before, createdIds, at }: MemoryUndo & { before: MemoryRow | null },
): Promise<MemoryRow> {
  const { collection } = before ?? row;
  const isKept =
    collection !== null && !createdIds.has(collection) && (await writer.collection(collection)) !== undefined;
  const kept = { collection: isKept ? collection : null };
  if (before === null) return { ...row, ...kept, deletedAt: row.deletedAt ?? at, chargedAt: null };
  return { ...before, ...kept };
}
