import type { StuckMemory, SyncConflict, SyncCounts } from '../../lib/sync.ts';
import type { SyncItem, SyncReader, SyncStore } from '../../service/ports/sync.ts';
import { conflictTag } from '../../lib/sync.ts';

/** The most stuck memories, and the most conflicts, that are shown. */
const shownMost = 20;
const textCharacters = 120;
const perRead = 500;

export interface Overview {
  counts: SyncCounts;
  stuck: StuckMemory[];
  conflicts: SyncConflict[];
}

export const noOverview: Overview = {
  counts: { synced: 0, waiting: 0, stuck: 0, conflicts: 0 },
  stuck: [],
  conflicts: [],
};

/**
 * Counts the memories that are synced, that wait to be sent, and that stay only here. `idle`: awaited between two
 * reads.
 */
export async function overviewOf(store: SyncStore, idle: () => Promise<void>): Promise<Overview> {
  const found: Overview = structuredClone(noOverview);
  for (let after = ''; ;) {
    const items = await store.read(async (reader) => {
      const page = await reader.items(after, perRead);
      for (const item of page) await count(reader, item, found);
      return page;
    });
    if (items.length < perRead) return found;
    after = items.at(-1)!.id;
    await idle();
  }
}

async function count(reader: SyncReader, item: SyncItem, { counts, stuck, conflicts }: Overview): Promise<void> {
  if (item.copyOf !== null && (await isConflict(reader, item.id))) {
    counts.conflicts++;
    if (conflicts.length < shownMost) conflicts.push({ memory: item.copyOf, copy: item.id });
  }
  const reason = item.refusal?.message ?? item.unfit;
  if (item.due === 1) counts.waiting++;
  else if (reason !== null) {
    counts.stuck++;
    if (stuck.length < shownMost) stuck.push({ id: item.id, text: await textOf(reader, item), reason });
  } else if (item.remote !== null && item.aliasOf === null && item.base !== null && !item.base.deleted) counts.synced++;
}

async function isConflict(reader: SyncReader, id: string): Promise<boolean> {
  const row = await reader.memory(id);
  return row !== undefined && row.deletedAt === null && row.tags.includes(conflictTag);
}

async function textOf(reader: SyncReader, { id }: SyncItem): Promise<string> {
  return ((await reader.memory(id))?.content ?? '').slice(0, textCharacters);
}
