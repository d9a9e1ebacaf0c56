import type { MemoryLine, StuckMemory, SyncConflict, SyncCounts, SyncNames, WaitReason } from '../../lib/sync.ts';
import type { MemoryRow } from '../../service/ports/rows.ts';
import type { SyncItem, SyncLink, SyncReader, SyncStore } from '../../service/ports/sync.ts';
import { isConflict, isOutside, isPartial } from './memory-sync.ts';

/** The maximum number of items that each list shows. */
export const maxShown = 20;
const textCharacters = 120;
const perRead = 500;

/** A memory with changes that wait to be sent. */
export interface WaitingItem extends MemoryLine {
  reason: Exclude<WaitReason, 'quota'>;
  /** Whether sending the changes adds a memory on the server: creates it, or takes it out of the trash there. */
  adds: boolean;
}

/** What the settings show about the synced memories: counts, and the first items of each list. */
export interface Overview {
  counts: SyncCounts;
  waiting: WaitingItem[];
  stuck: StuckMemory[];
  conflicts: SyncConflict[];
  names: SyncNames;
}

export const emptyOverview: Overview = {
  counts: { synced: 0, partial: 0, waiting: 0, stuck: 0, conflicts: 0, hidden: 0 },
  waiting: [],
  stuck: [],
  conflicts: [],
  names: { merged: [], different: [], kept: [], unusable: [] },
};

/**
 * Makes the overview anew from all items. {@link SyncCounts} says what is counted. `idle`: awaited between two reads.
 */
export async function overviewOf(store: SyncStore, idle: () => Promise<void>): Promise<Overview> {
  const overview: Overview = { ...structuredClone(emptyOverview), names: await store.read(namesOf) };
  const link = await store.read((reader) => reader.link());
  for (let after = ''; ;) {
    const items = await store.read(async (reader) => {
      const page = await reader.items(after, perRead);
      for (const item of page) await count(reader, item, overview, link);
      return page;
    });
    if (items.length < perRead) return overview;
    after = items.at(-1)!.id;
    await idle();
  }
}

async function count(
  reader: SyncReader,
  item: SyncItem,
  { counts, waiting, stuck, conflicts }: Overview,
  link: SyncLink | undefined,
): Promise<void> {
  if (item.copyOf !== null && (await isConflict(reader, item.id))) {
    counts.conflicts++;
    if (conflicts.length < maxShown) conflicts.push({ memory: item.copyOf, copy: item.id });
  }
  const isOut = link?.collections != null && isOutside(await reader.memory(item.id), item, link);
  if (item.aliasOf !== null && item.base?.deleted === false && !isOut) counts.hidden++;
  const standing = standingOf(item, isOut);
  if (standing !== null) counts[standing]++;
  if (standing === 'synced' && isPartial(item)) counts.partial++;
  if (standing === 'waiting' && waiting.length < maxShown)
    waiting.push(waitingItem(item, await reader.memory(item.id)));
  if (standing === 'stuck' && stuck.length < maxShown)
    stuck.push({ ...lineOf(item, await reader.memory(item.id)), reason: stuckReason(item)! });
}

export type Standing = 'waiting' | 'stuck' | 'synced' | null;

/**
 * How a memory counts. Null for a memory that neither waits nor is stuck, but isn't synced: it is missing on the
 * server, is a hidden duplicate, or is in no collection that syncs.
 */
export function standingOf(item: SyncItem, isOut: boolean): Standing {
  if (item.due === 1) return 'waiting';
  if (stuckReason(item) !== null) return 'stuck';
  const isThere = item.remote !== null && item.base !== null && !item.base.deleted;
  return isThere && item.aliasOf === null && !isOut ? 'synced' : null;
}

const stuckReason = ({ refusal, unfit }: SyncItem): string | null => refusal?.message ?? unfit;

export const waitingItem = (item: SyncItem, row: MemoryRow | undefined): WaitingItem => ({
  ...lineOf(item, row),
  ...waitOf(item),
});

const waitOf = ({ base, op }: SyncItem): Pick<WaitingItem, 'reason' | 'adds'> => ({
  reason: op === null ? 'unsent' : 'unanswered',
  adds: base === null || base.deleted,
});

/** A line for the list. A memory that isn't stored here is shown with the server's last known text. */
function lineOf({ id, base }: SyncItem, row: MemoryRow | undefined): MemoryLine {
  const text = row?.content ?? base?.content ?? '';
  return { id, text: text.slice(0, textCharacters) };
}

async function namesOf(reader: SyncReader): Promise<SyncNames> {
  const here = new Map((await reader.collections()).map(({ id, name }) => [id, name]));
  const there = (await reader.syncCollections()).filter(({ gone }) => !gone);
  const same = Map.groupBy(
    there.filter(({ id }) => here.has(id)),
    ({ id }) => id,
  );
  const merged = [...same.values()].filter(({ length }) => length > 1).map((rows) => rows.map(({ name }) => name));
  const different = there.flatMap(({ id, name, apart, refused }) => {
    const own = here.get(id);
    return own !== undefined && (own === apart || own === refused?.name) ? [{ here: own, there: name }] : [];
  });
  const kept = there.filter(({ id, refused }) => !here.has(id) && refused !== undefined).map(({ name }) => name);
  const unusable = (await reader.link())?.unusableNames ?? [];
  return {
    merged: merged.slice(0, maxShown),
    different: different.slice(0, maxShown),
    kept: kept.slice(0, maxShown),
    unusable,
  };
}
