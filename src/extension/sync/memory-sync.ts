import { conflictTag, type MemorySync, type SyncConflict } from '../../lib/sync.ts';
import type { MemoryRow } from '../../service/ports/rows.ts';
import type { SyncItem, SyncLink, SyncReader } from '../../service/ports/sync.ts';
import { fieldsOf, isCutFrom, sameFields, similarText } from '../../sync/fields.ts';
import { isInScope } from '../../sync/plan-push.ts';
import { nameKey } from '../../v1/keys.ts';

/**
 * The sync status of a memory now, including changes since the last round. Undefined if no server is connected, if the
 * memory is in the trash or doesn't exist, or if sync doesn't track it and it hasn't changed since the last round.
 * `conflicts`: the known conflicts.
 */
export async function memorySyncOf(
  reader: SyncReader,
  id: string,
  conflicts: readonly SyncConflict[],
): Promise<MemorySync | undefined> {
  const [link, item, row] = [await reader.link(), await reader.item(id), await reader.memory(id)];
  if (link === undefined || row === undefined || row.deletedAt !== null) return undefined;
  for (const candidate of [id, ...conflicts.filter(({ memory }) => memory === id).map(({ copy }) => copy)])
    if (await isConflict(reader, candidate)) return { kind: 'conflict' };
  const mirror = item && (item.mirror ?? item.base);
  const isChanged = mirror == null || !sameFields(fieldsOf(row), mirror);
  // A round's own write raises `seq` too. But after it, the memory equals its mirror, so it isn't changed.
  const isNew = isChanged && row.seq > link.seq;
  return isNew || item?.due === 1 ? unsent(row, item, link) : settled(row, item, { link, isChanged });
}

/**
 * Whether a memory has the tag of conflict copies and isn't in the trash. Removing the tag, or moving the memory to the
 * trash, resolves the conflict.
 */
export async function isConflict(reader: SyncReader, id: string): Promise<boolean> {
  const row = await reader.memory(id);
  return row !== undefined && row.deletedAt === null && row.tags.includes(conflictTag);
}

function unsent(row: MemoryRow, item: SyncItem | undefined, link: SyncLink): MemorySync {
  if (isOutside(row, item, link)) return { kind: 'collections' };
  return { kind: link.mode === 'pull' ? 'direction' : 'waiting' };
}

function settled(
  row: MemoryRow,
  item: SyncItem | undefined,
  { link, isChanged }: { link: SyncLink; isChanged: boolean },
): MemorySync | undefined {
  if (item === undefined || item.aliasOf !== null) return undefined;
  const { refusal, unfit, remote, base } = item;
  if (refusal !== null) return { kind: remote === null ? 'refused' : 'changeRefused', reason: refusal.message };
  if (unfit !== null) return { kind: 'unfit', reason: unfit };
  if (isOutside(row, item, link)) return { kind: 'collections' };
  if (remote === null || base === null || base.deleted) return { kind: 'gone' };
  if (isChanged) return { kind: 'different' };
  return { kind: isPartial(item) ? 'partial' : 'synced' };
}

/** Whether the server keeps only a part of the memory's text or tags. */
export function isPartial({ base, mirror }: SyncItem): boolean {
  if (base === null || mirror === null) return false;
  const keys = new Set(base.tags.map(nameKey));
  const isCut = !similarText(base.content, mirror.content) && isCutFrom(mirror.content, base.content, 0);
  return isCut || mirror.tags.some((tag) => !keys.has(nameKey(tag)));
}

/** True if sync covers neither the memory nor the server's version of it: only some collections sync. */
export const isOutside = (row: MemoryRow | undefined, item: SyncItem | undefined, link: SyncLink): boolean =>
  ![row && fieldsOf(row), item?.base].some((fields) => fields != null && isInScope(fields, link));
