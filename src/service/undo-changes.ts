import type { Clock } from './ports/clock.ts';
import type { PageChange } from './ports/page-log.ts';
import type { MemoryRow } from './ports/rows.ts';
import type { Owner, Store, StoreWriter } from './ports/store.ts';
import { timeOf } from './call.ts';

export interface UndoneChanges {
  /** What undoing changed: undoing these brings the page's changes back. */
  changes: PageChange[];
  /** Ids of memories that something else changed since; they stay as they are. */
  spared: string[];
  /** Ids of memories that are deleted for good. */
  gone: string[];
}

/** Memories per transaction. */
const batch = 100;

/** Takes back what a page changed, oldest change first. A memory that it saved goes to the trash. */
export async function undoChanges(
  { store, clock }: { store: Store; clock: Clock },
  owner: Owner,
  changes: PageChange[],
): Promise<UndoneChanges> {
  const undone: UndoneChanges = { changes: [], spared: [], gone: [] };
  const byMemory = [...Map.groupBy(changes, ({ id }) => id)];
  for (let at = 0; at < byMemory.length; at += batch) {
    const part = await store.write(owner, async (writer) => {
      const results: [keyof UndoneChanges, PageChange | string][] = [];
      for (const [id, own] of byMemory.slice(at, at + batch)) results.push(await undo(writer, id, own, clock.now()));
      return results;
    });
    for (const [kind, result] of part) (undone[kind] as (typeof result)[]).push(result);
  }
  return undone;
}

async function undo(
  writer: StoreWriter,
  id: string,
  own: PageChange[],
  now: number,
): Promise<[keyof UndoneChanges, PageChange | string]> {
  const row = await writer.memory(id);
  if (row === undefined) return ['gone', id];
  if (row.version !== own.at(-1)?.version) return ['spared', id];
  const { seq: _, ...back } = await earlier(writer, row, firstOf(own).before, timeOf(now));
  await writer.putMemory({ ...back, version: row.version + 1, updatedAt: timeOf(now) });
  return ['changes', { id, before: row, version: row.version + 1 }];
}

/** The first of the page's latest changes, between which nothing else changed the memory. */
function firstOf(own: PageChange[]): PageChange {
  let first = own.length - 1;
  while (first > 0 && own[first]?.before?.version === own[first - 1]?.version) first--;
  return own[first]!;
}

async function earlier(writer: StoreWriter, row: MemoryRow, before: MemoryRow | null, at: string): Promise<MemoryRow> {
  if (before === null) return { ...row, deletedAt: row.deletedAt ?? at, chargedAt: null };
  const { collection } = before;
  const isThere = collection === null || (await writer.collection(collection)) !== undefined;
  return { ...before, collection: isThere ? collection : null };
}
