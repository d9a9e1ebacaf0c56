import type { SyncFields, SyncItem, SyncOp } from '../service/ports/sync.ts';
import { canonicalJson } from '../lib/json.ts';
import {
  fieldNames,
  isEmpty,
  patchOf,
  pick,
  printsOfText,
  sameField,
  sameFields,
  samePatch,
  sameTags,
  type FieldName,
} from './fields.ts';
import { mayBeThere, type Rules } from './rules.ts';

/** What to send for an item (what sync stores about a memory); null: nothing. `local`: the memory here. */
export function planPush(
  item: SyncItem,
  local: SyncFields | null,
  rules: Rules,
): Pick<SyncOp, 'kind' | 'patch'> | null {
  if (item.unfit !== null) return null;
  if (item.aliasOf !== null) return planAliasPush(item, rules);
  const { base } = item;
  if (![local, base].some((side) => side !== null && isInScope(side, rules))) return null;
  if (base === null) return planCreate(item, local, rules);
  const mirror = item.mirror ?? base;
  const { collection, ...rest } = patchOf(base, mirror, local ?? { ...mirror, deleted: true });
  const patch = sendable(rules.moves && collection !== undefined ? { ...rest, collection } : rest, rules);
  if (patch.deleted === true) return { kind: 'delete', patch: { deleted: true } };
  if (patch.deleted === false) return { kind: 'restore', patch: { deleted: false } };
  return base.deleted || local === null || local.deleted || isEmpty(patch) ? null : { kind: 'patch', patch };
}

/**
 * What to send for a hidden duplicate: its deletion or, if the server can't delete, the tags that mark it. A duplicate
 * always has a base, because it was read from the server.
 */
function planAliasPush({ base, mirror }: SyncItem, rules: Rules): Pick<SyncOp, 'kind' | 'patch'> | null {
  if (base!.deleted) return null;
  if (rules.delete) return { kind: 'delete', patch: { deleted: true } };
  return mirror === null || sameTags(base!.tags, mirror.tags) ? null : { kind: 'patch', patch: { tags: mirror.tags } };
}

/** A memory that was removed from the server isn't created there again while it is unchanged here. */
function planCreate(item: SyncItem, local: SyncFields | null, rules: Rules): Pick<SyncOp, 'kind' | 'patch'> | null {
  const isUnchanged = item.mirror !== null && local !== null && sameFields(item.mirror, local);
  if (local === null || local.deleted || isUnchanged) return null;
  const { deleted: _, ...fields } = local;
  return { kind: 'create', patch: sendable(fields, rules) };
}

function sendable(patch: Partial<SyncFields>, rules: Rules): Partial<SyncFields> {
  const isTaken: Partial<Record<FieldName, boolean>> = {
    ...storedFields(rules),
    deleted: patch.deleted === true ? rules.delete : rules.restore,
  };
  return Object.fromEntries(
    fieldNames.flatMap((name) => (patch[name] === undefined || isTaken[name] === false ? [] : [[name, patch[name]]])),
  );
}

/** Which of the optional fields this server stores. */
export const storedFields = ({ address, capture }: Rules) => ({ url: address, title: address, capture });

/**
 * The item with `due`, `mirror`, `refusal` and `prints` brought up to date. If the server can't delete, the mirror
 * records that the memory is deleted here, so that no deletion is sent.
 */
export function withDue(item: SyncItem, local: SyncFields | null, rules: Rules): SyncItem {
  const mirror = item.mirror ?? item.base;
  const deleted = local?.deleted ?? true;
  const accepts =
    item.base !== null && !item.base.deleted && mirror!.deleted !== deleted && (!deleted || !rules.delete);
  const accepted = accepts ? { ...item, mirror: { ...mirror!, deleted } } : item;
  const kept = local === null ? accepted : { ...accepted, mirror: agreed(accepted, local) };
  const planned = planPush(kept, local, rules);
  const isRefused =
    planned !== null &&
    item.refusal !== null &&
    (samePatch(item.refusal.patch, planned.patch) || (item.refusal.code === mayBeThere && planned.kind === 'create'));
  return {
    ...kept,
    mirror: canonicalJson(kept.base) === canonicalJson(kept.mirror) ? null : kept.mirror,
    due: item.op === null && (planned === null || isRefused) ? 0 : 1,
    refusal: isRefused ? item.refusal : null,
    prints: printsOf(kept, local),
  };
}

/**
 * The mirror, updated with the fields that are now equal on both sides. Otherwise a later edit would be compared with
 * the local values from before they became equal.
 */
function agreed({ base, mirror, aliasOf }: SyncItem, local: SyncFields): SyncFields | null {
  if (base === null || mirror === null || aliasOf !== null) return mirror;
  const patch = patchOf(base, mirror, local);
  const same = fieldNames.filter((name) => patch[name] === undefined && !sameField(name, mirror, local));
  return { ...mirror, ...pick(local, same) };
}

/** The prints (hashes) of the memory's texts that the server may have without this device knowing. */
function printsOf(item: SyncItem, local: SyncFields | null): string[] {
  if (item.aliasOf !== null) return [];
  const sent = [item.op, ...item.late].flatMap((one) => (one?.kind === 'create' ? [one.patch.content!] : []));
  const texts = item.remote === null && local !== null ? [...sent, local.content] : sent;
  return [...new Set(texts.flatMap(printsOfText))];
}

/** Whether a memory syncs: all do, or its collection does. */
export function isInScope({ collection }: SyncFields, { collections }: Pick<Rules, 'collections'>): boolean {
  return collections === null || (collection !== null && collections.includes(collection));
}
