import type { SyncFields, SyncItem, SyncWriter } from '../service/ports/sync.ts';
import { applyPulled } from './apply.ts';
import { duplicateTag, fieldsOf, sameText } from './fields.ts';
import { collect } from './pages.ts';
import { rulesOf, type Round } from './parts.ts';
import { planGone, planPull, type Pulled } from './plan.ts';
import type { Rules } from './rules.ts';

const absentShare = 0.1;
const absentMin = 3;

/** True if too many of the known memories are missing on the server: then the user must decide. */
export const isMassLoss = (missing: number, known: number): boolean =>
  missing > Math.max(absentMin, known * absentShare);

/** Whether the server had the memory, outside its trash, when this device last read it. */
export const wasThere = ({ remote, base }: SyncItem): boolean => remote !== null && base !== null && !base.deleted;

/** Local ids of hidden duplicates that aren't missing, by the local id of the memory that they duplicate. */
export type Duplicates = ReadonlyMap<string, readonly string[]>;

/**
 * Finds the hidden duplicates of memories that are missing on the server. Reads all items, so pass many ids in one
 * call.
 */
export async function duplicatesOf(round: Round, ids: readonly string[]): Promise<Duplicates> {
  const found = new Map<string, string[]>(ids.map((id) => [id, []]));
  if (found.size === 0) return found;
  const isWanted = ({ id, aliasOf }: SyncItem) => aliasOf !== null && found.has(aliasOf) && !found.has(id);
  const aliases = await collect(round.parts.store, isWanted);
  for (const { id, aliasOf } of aliases) found.get(aliasOf!)!.push(id);
  return found;
}

/**
 * Handles a memory that is gone from the server. If the server still has a hidden duplicate with the same text, binds
 * the memory here to that duplicate instead.
 */
export async function applyGone(writer: SyncWriter, round: Round, item: SyncItem, duplicates: Duplicates) {
  const row = await writer.memory(item.id);
  const local = row ? fieldsOf(row) : null;
  const rules = rulesOf(round);
  const plan = (pulled: Pulled) => applyPulled(writer, round, { item, row, pulled });
  if (local === null || local.deleted) return plan(planGone(item, local, rules));
  const aliases = await aliasesAmong(writer, item, duplicates.get(item.id) ?? []);
  const same = aliases.find(({ base }) => sameText(base!.content, item.base!.content));
  if (same !== undefined) {
    await writer.deleteItem(same.id);
    return plan(planAsDuplicate(item, local, same, rules));
  }
  // The texts of these duplicates differ from the memory's by now. Without items, the duplicates will be read as
  // separate memories.
  for (const { id } of aliases) await writer.deleteItem(id);
  return plan(planGone(item, local, rules));
}

async function aliasesAmong(writer: SyncWriter, { id }: SyncItem, ids: readonly string[]): Promise<SyncItem[]> {
  const items = await Promise.all(ids.map((alias) => writer.item(alias)));
  return items
    .filter((item) => item !== undefined)
    .filter(({ aliasOf, base, missing }) => aliasOf === id && !base!.deleted && missing === null);
}

/** Merges the server's version of a duplicate into the memory, without the tag that marks the duplicate. */
function planAsDuplicate(item: SyncItem, local: SyncFields, { remote, base, version }: SyncItem, rules: Rules): Pulled {
  const mark = duplicateTag(item.remote!);
  const marked = (fields: SyncFields) => ({ ...fields, tags: [...new Set([...fields.tags, ...mark])] });
  // As if both sides had the tag and it was removed here: so it isn't added here, and is removed on the server.
  const known = { ...item, base: marked(item.base!), mirror: marked(item.mirror ?? item.base!) };
  return planPull(known, local, { id: remote!, fields: base!, version }, rules);
}
