import type { LateWrite, SyncFields, SyncItem } from '../service/ports/sync.ts';
import { nameKey } from '../v1/keys.ts';
import { limits } from '../v1/limits.ts';
import { conflictTag } from '../lib/sync.ts';
import {
  fieldNames,
  isCutFrom,
  losesAddress,
  applyTagChanges,
  pick,
  sameField,
  sameFields,
  sameTags,
  sameText,
  similarText,
  wholeFields,
  withoutMarks,
  type FieldName,
} from './fields.ts';
import { fitHere, unfitness } from './fit.ts';
import { mergeText } from './merge-text.ts';
import { withDue } from './plan-push.ts';
import { lateMs, newItem, withLate, type Remote, type Rules } from './rules.ts';

/*
 * What sync does, as pure functions of three versions of a memory: `base`, which the server returned last, the local
 * version, and the server's present version. `mirror` is the local form of `base`: the two differ only where one side
 * can't represent the other. No clock decides which edit wins.
 */

/** What to do with a memory after the server's version of it is known. */
export interface Pulled {
  item: SyncItem;
  /** What to write here; null: nothing. */
  local: SyncFields | null;
  /** The replaced version, if the user wrote something in it that the new version lacks. */
  version: SyncFields | null;
  /** The local side of a conflict, to be saved as a memory of its own. */
  copy: SyncFields | null;
}

/** Merges the server's version of a known memory. `local`: null if it was deleted for good here. */
export function planPull(item: SyncItem, local: SyncFields | null, remote: Remote, rules: Rules): Pulled {
  const { base, mirror, ...rest } = settle(item, remote.fields, rules);
  const ours: SyncFields = local ?? { ...mirror, deleted: true };
  const theirs = remote.fields;
  if (!rules.pulls)
    return planLeft({ ...rest, base, mirror, remote: remote.id, version: remote.version }, local, theirs, rules);
  const unfit = unfitness(theirs.content);
  const content =
    unfit === null
      ? mergeContent({ base, mirror, ours, theirs }, { isCopy: hasConflictTag(ours), wasUnfit: item.unfit !== null })
      : { ours: ours.content, mirror: mirror.content, conflicts: false };
  const edited = (from: SyncFields, to: SyncFields) =>
    !sameText(from.content, to.content) || !sameTags(from.tags, to.tags);
  const [weEdited, theyEdited] = [edited(mirror, ours), edited(base, theirs)];
  const taken = wholeFields.filter((name) => !sameField(name, base, theirs));
  const merged: SyncFields = {
    ...ours,
    ...pick(theirs, taken),
    content: content.ours,
    tags: applyTagChanges(base.tags, theirs.tags, ours.tags),
  };
  // No mark hides a memory that is kept here. So the mark is removed on the server.
  if (item.copyOf !== null) merged.tags = withoutMarks(merged.tags);
  const newMirror = { ...mirror };
  if (ours.deleted && theyEdited && !theirs.deleted) merged.deleted = newMirror.deleted = false;
  else if (base.deleted !== theirs.deleted) {
    newMirror.deleted = theirs.deleted;
    merged.deleted = theirs.deleted && !(weEdited && !ours.deleted && !content.conflicts);
  }
  const fits = fitHere(merged);
  // What can't be stored here stays on the server: its absence here isn't an edit.
  Object.assign(newMirror, pick(fits, taken), {
    content: content.mirror.trimEnd(),
    tags: applyTagChanges(merged.tags, fits.tags, applyTagChanges(base.tags, theirs.tags, mirror.tags)),
  });
  const written = local === null && fits.deleted ? null : sameFields(fits, ours) && local !== null ? null : fits;
  const lost =
    (!sameText(fits.content, ours.content) && !fits.content.includes(ours.content)) ||
    !sameTags(fits.tags, [...fits.tags, ...ours.tags]) ||
    losesAddress(ours, fits);
  return {
    item: withDue(
      { ...rest, base: theirs, mirror: newMirror, remote: remote.id, version: remote.version, missing: null, unfit },
      fits,
      rules,
    ),
    local: written,
    version: lost ? ours : null,
    copy: content.conflicts && !ours.deleted ? asCopy(ours) : null,
  };
}

/**
 * {@link planPull} for a device that only sends: merges nothing. A text that was replaced or deleted on the server
 * stays as it is here. Once edited here, it becomes a separate memory on the server.
 */
function planLeft(item: SyncItem, local: SyncFields | null, theirs: SyncFields, rules: Rules): Pulled {
  const base = item.base!;
  const isReplaced = !sameText(base.content, theirs.content) && !(local && sameText(local.content, theirs.content));
  if (isReplaced || (theirs.deleted && !base.deleted && local?.deleted === false))
    return planGone(item, local, { ...rules, keepsAbsent: true });
  const left = { ...item, base: theirs, missing: null, unfit: null };
  return { item: withDue(left, local, rules), local: null, version: null, copy: null };
}

interface Versions {
  base: SyncFields;
  mirror: SyncFields;
  ours: SyncFields;
  theirs: SyncFields;
}

function mergeContent(
  { base, mirror, ours, theirs }: Versions,
  { isCopy, wasUnfit }: { isCopy: boolean; wasUnfit: boolean },
): { ours: string; mirror: string; conflicts: boolean } {
  if (sameText(base.content, theirs.content)) return { ours: ours.content, mirror: mirror.content, conflicts: false };
  const taken = { ours: theirs.content, mirror: theirs.content, conflicts: false };
  // If the server has cut the text, an edit there must not delete the rest of the text here. With `wasUnfit` the texts
  // differ for another reason: the server's text couldn't be stored here.
  const isCut = !wasUnfit && !similarText(base.content, mirror.content);
  if (sameText(ours.content, theirs.content) || (sameText(ours.content, mirror.content) && !isCut)) return taken;
  const both = isCut || wasUnfit ? null : mergeText(base.content, ours.content, theirs.content);
  if (both !== null && unfitness(both) === null) return { ours: both, mirror: theirs.content, conflicts: false };
  return { ...taken, conflicts: !isCopy };
}

const hasConflictTag = ({ tags }: SyncFields) => tags.includes(conflictTag);

/**
 * The copy with the tag that shows the conflict. If the memory already has as many tags as v1 allows, this tag replaces
 * the last one.
 */
function asCopy(fields: SyncFields): SyncFields {
  const others = fields.tags.filter((tag) => nameKey(tag) !== nameKey(conflictTag));
  return { ...fields, tags: [...others.slice(0, limits.tags - 1), conflictTag] };
}

/**
 * Finds out, from what the server has now, whether a write without an answer has arrived, or an earlier write arrived
 * late.
 */
function settle(
  item: SyncItem,
  theirs: SyncFields,
  rules: Rules,
): Omit<SyncItem, 'base' | 'mirror'> & { base: SyncFields; mirror: SyncFields } {
  const base = { ...item.base! };
  const mirror = { ...(item.mirror ?? item.base!) };
  const mayBeCut = !rules.etag && !sameText(base.content, theirs.content);
  const isThere = (name: FieldName, sent: SyncFields) =>
    isLikeField(name, sent, theirs) ||
    (name === 'content' && mayBeCut && isCutFrom(sent.content, theirs.content, rules.longest));
  /** The fields of a write that the server now has, either as they were sent or cut. */
  const arrived = (patch: Partial<SyncFields>) =>
    fieldsIn(patch).filter((name) => isThere(name, { ...theirs, ...patch }));
  // With `If-Match`, old writes are kept too: no write arrives late, but one may have arrived long ago unnoticed.
  let late = item.late.filter(({ sentAt }) => rules.etag || rules.now - sentAt < lateMs);
  if (item.op !== null) {
    const { patch, local } = item.op;
    const there = arrived(patch);
    for (const name of there) adopt(name, base, theirs, mirror, local);
    // Without `If-Match`, a write that has arrived may arrive again.
    if (!rules.etag || there.length < fieldsIn(patch).length) late = withLate(late, item.op);
  }
  /** How many fields may have changed on the server because of this write. */
  const explained = ({ kind, patch, isSpent }: LateWrite) => {
    const sent = fieldsIn(patch);
    const isOwn = kind === 'patch' && !isSpent && arrived(patch).length === sent.length;
    return isOwn ? sent.filter((name) => !sameField(name, base, theirs)).length : 0;
  };
  const [own] = late.filter((one) => explained(one) > 0).sort((one, other) => explained(other) - explained(one));
  // Our own earlier write has overwritten a later one: the local values are sent again.
  if (own) for (const name of fieldsIn(own.patch)) adopt(name, base, theirs, mirror, { ...theirs, ...own.patch });
  late = late.map((one) => (one === own ? { ...one, isSpent: true } : one));
  return { ...item, op: null, late, base, mirror };
}

/** Records that both sides have agreed on a field: `theirs` in `base`, `ours` in `mirror`. */
function adopt(name: FieldName, base: SyncFields, theirs: SyncFields, mirror: SyncFields, ours: SyncFields) {
  Object.assign(base, { [name]: theirs[name] });
  Object.assign(mirror, { [name]: ours[name] });
}

const fieldsIn = (patch: Partial<SyncFields>) => fieldNames.filter((name) => patch[name] !== undefined);

const isLikeField = (name: FieldName, sent: SyncFields, returned: SyncFields) =>
  name === 'content' ? similarText(sent.content, returned.content) : sameField(name, sent, returned);

/** Merges the answer to a write. `remote`: null for a deletion, whose answer has no memory. */
export function planAnswer(item: SyncItem, local: SyncFields | null, remote: Remote | null, rules: Rules): Pulled {
  const { op } = item;
  if (op === null) throw new Error(`Nothing was sent for ${item.id}`);
  const base = { ...(item.base ?? remote!.fields) };
  const mirror = { ...(op.kind === 'create' ? op.local : (item.mirror ?? base)) };
  const theirs = remote?.fields ?? { ...base, ...op.patch };
  for (const name of fieldsIn(op.patch)) adopt(name, base, theirs, mirror, op.local);
  const mayArriveAgain = op.kind === 'create' ? op.token === null : !rules.etag;
  const late = mayArriveAgain ? withLate(item.late, op) : item.late;
  const acknowledged = { ...item, base, mirror, op: null, refusal: null, late };
  if (item.aliasOf !== null) {
    const known = { ...acknowledged, version: remote?.version ?? null, due: 0 as const };
    return { item: known, local: null, version: null, copy: null };
  }
  return planPull(
    acknowledged,
    local,
    { id: remote?.id ?? item.remote!, fields: theirs, version: remote?.version ?? null },
    rules,
  );
}

/**
 * What happens when a memory no longer exists on the server. The first case that applies decides:
 * - The memory has changed here since: it is created there again.
 * - `keepsAbsent` is set: it stays here only.
 * - This device only sends: the memory is created there again.
 * - Any other device: the memory moves to the trash here.
 */
export function planGone(item: SyncItem, local: SyncFields | null, rules: Rules): Pulled {
  const mirror = item.mirror ?? item.base!;
  const unbound = { ...newItem(item.id), copyOf: item.copyOf };
  if (local === null) return { item: { ...unbound, mirror }, local: null, version: null, copy: null };
  const isLost = !rules.pulls && !rules.keepsAbsent;
  if ((isLost || !sameFields(local, mirror)) && !local.deleted)
    return { item: withDue(unbound, local, rules), local: null, version: null, copy: null };
  if (rules.keepsAbsent)
    return { item: withDue({ ...unbound, mirror: local }, local, rules), local: null, version: null, copy: null };
  return { item: unbound, local: local.deleted ? null : { ...local, deleted: true }, version: null, copy: null };
}
