import type { Clock } from './ports/clock.ts';
import type { CollectionChange, MemoryChange, PageChange } from './ports/page-log.ts';
import type { MemoryRow } from './ports/rows.ts';
import type { Owner, Store, StoreWriter } from './ports/store.ts';
import { timeOf } from './call.ts';
import { undoCollection, wholeChanges } from './undo-collections.ts';

export interface UndoneChanges {
  /** The changes that undoing made. Undoing these brings the page's changes back. */
  changes: PageChange[];
  /** Ids of memories and collections that stay as they are, such as those that something else has changed since. */
  spared: string[];
  /** Ids of memories that are deleted for good. */
  gone: string[];
}

/** Memories per transaction. */
const batch = 100;

/**
 * Undoes changes of a page, which are given oldest first. First come the collections that it changed or deleted, then
 * its memories, then the collections that it created. A memory that it saved goes to the trash.
 */
export async function undoChanges(
  { store, clock }: { store: Store; clock: Clock },
  owner: Owner,
  changes: PageChange[],
): Promise<UndoneChanges> {
  const undone: UndoneChanges = { changes: [], spared: [], gone: [] };
  const at = () => timeOf(clock.now());
  const take = (results: Result[]) => {
    for (const [kind, result] of results) (undone[kind] as (typeof result)[]).push(result);
  };
  const collections = wholeChanges(changes.filter((change) => 'collection' in change));
  const created = collections.filter(({ collection }) => collection.before === null);
  const others = collections.filter(({ collection }) => collection.before !== null);
  const undoAll = (some: CollectionChange[]) =>
    store.write(owner, async (writer) => {
      const results: Result[] = [];
      for (const change of some) results.push(await undoCollection(writer, change, at()));
      return results;
    });

  if (others.length > 0) take(await undoAll(others));
  const leaving = new Set(created.map(({ id }) => id));
  const byMemory = [
    ...Map.groupBy(
      changes.filter((change) => 'version' in change),
      ({ id }) => id,
    ),
  ];
  for (let start = 0; start < byMemory.length; start += batch)
    take(
      await store.write(owner, async (writer) => {
        const results: Result[] = [];
        for (const [id, own] of byMemory.slice(start, start + batch))
          results.push(await undo(writer, id, { own, leaving, at: at() }));
        return results;
      }),
    );
  if (created.length > 0) take(await undoAll(created));
  return undone;
}

type Result = ['changes', PageChange] | ['spared' | 'gone', string];

/** A page's changes of one memory, oldest first, and the ids of the collections that undoing will delete. */
interface Own {
  own: MemoryChange[];
  leaving: ReadonlySet<string>;
  at: string;
}

async function undo(writer: StoreWriter, id: string, { own, leaving, at }: Own): Promise<Result> {
  const row = await writer.memory(id);
  if (row === undefined) return ['gone', id];
  if (row.version !== own.at(-1)?.version) return ['spared', id];
  const { seq: _, ...back } = await earlier(writer, row, { before: firstOf(own).before, leaving, at });
  await writer.putMemory({ ...back, version: row.version + 1, updatedAt: at });
  return ['changes', { id, before: row, version: row.version + 1 }];
}

/** The first change of the page's latest unbroken series: nothing else changed the memory in between. */
function firstOf(own: MemoryChange[]): MemoryChange {
  let first = own.length - 1;
  while (first > 0 && own[first]?.before?.version === own[first - 1]?.version) first--;
  return own[first]!;
}

async function earlier(
  writer: StoreWriter,
  row: MemoryRow,
  { before, leaving, at }: Omit<Own, 'own'> & { before: MemoryRow | null },
): Promise<MemoryRow> {
  const { collection } = before ?? row;
  const stays = collection !== null && !leaving.has(collection) && (await writer.collection(collection)) !== undefined;
  const kept = { collection: stays ? collection : null };
  if (before === null) return { ...row, ...kept, deletedAt: row.deletedAt ?? at, chargedAt: null };
  return { ...before, ...kept };
}
