import type { MemoryRow } from '../../src/service/ports/rows.ts';
import type { SyncLink } from '../../src/service/ports/sync.ts';
import { nameKey } from '../../src/v1/keys.ts';
import { limits } from '../../src/v1/limits.ts';
import type { Device } from './device.ts';
import { DiskWriter } from './device-store.ts';
import { labelsOf, marksIn, type Oracle } from './oracle.ts';
import type { Action } from './schedule.ts';
import type { Timeline } from './timeline.ts';

const tags = ['red', 'blue', 'green', 'Late', 'house'];
const names = ['Work', 'Home', 'Trips'];

/**
 * Carries out what a user does on a device, by writing to the device's disk. Every write is done when this returns,
 * since {@link DiskWriter} awaits nothing here.
 */
export function actAsUser(
  device: Device,
  action: Action,
  { oracle, timeline }: { oracle: Oracle; timeline: Timeline },
): void {
  const { disk } = device;
  const writer = new DiskWriter(disk);
  const rows = [...disk.memories.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
  const live = rows.filter(({ deletedAt }) => deletedAt === null);
  const chosen = pickOf(live, action.pick);
  const mark = () => oracle.newMark(device.number);
  const now = new Date(device.now).toISOString();

  function save(row: Omit<MemoryRow, 'seq'>, before: MemoryRow | null): void {
    void writer.putMemory({ ...row, updatedAt: now, version: row.version + 1 });
    oracle.saved(device.number, row.id, before?.content ?? null, row.content);
    oracle.labelled(device.number, labelsOf(before ?? row), labelsOf(row));
    if (before?.content === row.content) oracle.filed(device.number, row.content);
  }

  /**
   * Whether sync has hidden this memory as a duplicate, or has received it as a copy of another memory here and moved
   * it to the trash.
   */
  function isDuplicate(row: MemoryRow): boolean {
    const item = disk.items.get(row.id);
    if (item?.aliasOf != null) return true;
    const isRetired = row.source === 'sync' && (item?.remote ?? null) === null;
    const [first] = marksIn(row.content);
    return isRetired && live.some(({ content }) => marksIn(content).includes(first!));
  }

  const fresh = (content: string): Omit<MemoryRow, 'seq'> => ({
    id: device.newId('mem'),
    content,
    source: 'popup',
    tags: action.dice < 0.5 ? [pickOf(tags, action.dice * 2)!] : [],
    tagKeys: [],
    collection: action.dice > 0.6 ? (pickOf([...disk.collections.keys()], (action.dice - 0.6) * 2.5) ?? null) : null,
    url: action.dice > 0.8 ? 'https://example.test/a' : null,
    title: null,
    capture: action.dice > 0.9 ? { kind: 'note' } : null,
    version: 0,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    origin: null,
    chargedAt: null,
  });

  timeline.note(`device ${device.number}: user: ${action.kind} ${chosen?.content.slice(0, 60) ?? ''}`);
  if (action.kind === 'create') return save(fresh(textOf(mark(), action.dice)), null);
  if (action.kind === 'remove collection') {
    const id = pickOf([...disk.collections.keys()], action.pick);
    if (id === undefined) return;
    for (const row of rows) if (row.collection === id) save({ ...row, collection: null }, row);
    return disk.collections.remove(id);
  }
  if (action.kind === 'collection' || action.kind === 'rename' || action.kind === 'rename to') {
    const all = [...disk.collections.values()];
    const name = `${pickOf(names, action.dice)!}${action.kind === 'rename' ? ` ${device.number}` : ''}`;
    if (all.some(({ key }) => key === nameKey(name))) return;
    const known = action.kind === 'collection' ? undefined : pickOf(all, action.pick);
    if (action.kind !== 'collection' && known === undefined) return;
    const id = known?.id ?? device.newId('col');
    return void writer.putCollection({ id, name, key: nameKey(name), createdAt: now, updatedAt: now });
  }
  if (action.kind === 'untrash') {
    const row = pickOf(
      rows.filter(({ deletedAt }) => deletedAt !== null),
      action.pick,
    );
    // A duplicate that a user takes out of the trash counts as a separate memory.
    if (row && isDuplicate(row)) {
      oracle.userMade(marksIn(row.content));
      oracle.ownDuplicates.add(row.id);
    }
    return row && save({ ...row, deletedAt: null }, row);
  }
  if (chosen === undefined) return;
  if (action.kind === 'twin')
    return save({ ...fresh(chosen.content), tags: chosen.tags, collection: chosen.collection }, null);
  if (action.kind === 'edit') return save({ ...chosen, content: textOf(mark(), action.dice) }, chosen);
  if (action.kind === 'append') return save({ ...chosen, content: `${chosen.content}\nmore ${mark()}` }, chosen);
  const tag = action.dice < 0.5 ? `own${mark().slice(1, -1)}` : pickOf(tags, action.dice)!;
  if (action.kind === 'tag' && !chosen.tags.includes(tag) && chosen.tags.length < limits.tags)
    return save({ ...chosen, tags: [...chosen.tags, tag] }, chosen);
  if (action.kind === 'title')
    return save({ ...chosen, title: action.dice < 0.15 ? null : `own title ${mark().slice(1, -1)}` }, chosen);
  if (action.kind === 'untag') return save({ ...chosen, tags: chosen.tags.slice(1) }, chosen);
  if (action.kind === 'move')
    return save({ ...chosen, collection: pickOf([null, ...disk.collections.keys()], action.dice) ?? null }, chosen);
  if (action.kind === 'trash') {
    oracle.deleted(chosen.content, { forGood: false });
    return void writer.putMemory({ ...chosen, deletedAt: now, updatedAt: now });
  }
  if (action.kind === 'erase') {
    oracle.deleted(chosen.content, { forGood: true });
    for (const { id, fields } of disk.versions.values())
      if (id === chosen.id) {
        oracle.erasedVersion(device.number, fields.content);
        oracle.unlabelled(labelsOf(fields));
      }
    oracle.unlabelled(labelsOf(chosen));
    writer.eraseMemory(chosen.id, now);
  }
}

function textOf(mark: string, dice: number): string {
  if (dice < 0.2) return `first\nsecond ${mark}\nthird\nfourth`;
  if (dice < 0.3) return `  note ${mark}`;
  if (dice < 0.35) return `long ${mark} ${'word '.repeat(60)}end`;
  return `note ${mark}`;
}

/**
 * The user limits sync to some collections, or removes that limit. The process that syncs restarts. Does nothing while
 * the disk is full.
 */
export function chooseCollections(device: Device, { pick, dice }: Action): void {
  if (device.isFull) return;
  device.die();
  const { disk } = device;
  const now = new Date(device.now).toISOString();
  const idOf = (name: string): string => {
    const known = [...disk.collections.values()].find(({ key }) => key === nameKey(name));
    const id = known?.id ?? device.newId('col');
    disk.collections.put(id, known ?? { id, name, key: nameKey(name), createdAt: now, updatedAt: now });
    return id;
  };
  const collections = dice < 0.25 ? null : names.slice(0, 1 + Math.floor(pick * names.length)).map(idOf);
  const link = disk.state.get('link') as SyncLink;
  disk.state.put('link', { ...link, collections, seq: 0, since: null, swept: false, mayWrite: undefined });
  disk.commit();
  device.hasChosen ||= collections !== null;
}

/** The element at the fraction `pick` of the list; undefined if the list is empty. */
export function pickOf<Value>(all: readonly Value[], pick: number): Value | undefined {
  return all[Math.min(all.length - 1, Math.floor(pick * all.length))];
}
