import type { SyncFields, SyncItem } from '../service/ports/sync.ts';
import { applyTagChanges, duplicateTag, sameFields, sameTags, sameText, withoutMarks } from './fields.ts';
import { fitHere } from './fit.ts';
import type { Candidate } from './plan-found.ts';
import { withDue } from './plan-push.ts';
import type { Remote, Rules } from './rules.ts';

/*
 * A server without idempotency keys may save a memory twice. One of the two is then hidden here (an *alias*). If the
 * server can't delete it, a tag marks it there.
 */

/**
 * The memory that a known item duplicates according to its tags on the server (`theirs`): its local id, and its fields
 * with the tags that were added to the duplicate here but not sent yet. The item is then hidden here. Null if there is
 * no such memory, or if the item stays visible, because
 * - the server's texts of the two differ by now,
 * - more of the item than its tags was changed here, and it differs from the other memory here, or
 * - it is a conflict copy or the user chose to keep it (`copyOf`).
 */
export function becomesAlias(
  item: SyncItem,
  local: SyncFields | null,
  theirs: SyncFields,
  primaries: Candidate[],
): { of: string; given: SyncFields | null } | null {
  const primary = primaries.find(({ item: { id, base } }) => id !== item.id && sameText(base!.content, theirs.content));
  if (primary === undefined || item.copyOf !== null) return null;
  const { local: ours } = primary;
  const of = primary.item.id;
  const mirror = item.mirror ?? item.base!;
  if (local === null || sameFields(local, mirror) || (ours && sameFields(local, ours))) return { of, given: null };
  if (ours === null || ours.deleted || !sameFields({ ...local, tags: mirror.tags }, mirror)) return null;
  return { of, given: withAddedTags(ours, mirror.tags, local.tags) };
}

/**
 * Merges the server's version of a duplicate of `primary`. Once someone has changed its text or restored it, the
 * duplicate becomes a memory of its own. Otherwise two devices could delete and restore it for ever.
 *
 * `local`: the memory here that it duplicates, with tags that someone added to the duplicate; null: unchanged. On a
 * server without `If-Match`, a change of the duplicate's tags may come from a device that hadn't read the mark (the tag
 * that makes other devices hide the duplicate), and so remove it. Then the duplicate is marked again, and its new tags
 * are added here. A mark that was removed on its own stays removed: a user may have chosen to keep the duplicate.
 */
export function planAliasPull(
  item: SyncItem,
  { fields, version }: Remote,
  primary: Candidate | null,
  rules: Rules,
): { item: SyncItem; local: SyncFields | null } | 'new memory' | 'restored' {
  const base = item.base!;
  if (base.deleted && !fields.deleted) return 'restored';
  if (!sameText(fields.content, base.content)) return 'new memory';
  const ours = rules.pulls && primary !== null && hasTextOf(primary.item, fields) ? primary.local : null;
  const mark = ours === null || ours.deleted ? [] : duplicateTag(primary!.item.remote!);
  const known = (item.mirror ?? base).tags;
  const isOverwritten =
    mark.some((tag) => known.includes(tag) && !fields.tags.includes(tag)) &&
    !sameTags(withoutMarks(base.tags), withoutMarks(fields.tags));
  const tags = applyTagChanges(base.tags, known, fields.tags);
  const mirror = { ...fields, tags: isOverwritten ? [...new Set([...tags, ...mark])] : tags };
  const pulled = withDue({ ...item, base: fields, mirror, version, op: null, missing: null }, null, rules);
  if (!isOverwritten) return { item: pulled, local: null };
  return { item: pulled, local: withAddedTags(ours!, base.tags, withoutMarks(fields.tags)) };
}

/** The memory with the tags that are in `to` but not in `from`. */
const withAddedTags = (ours: SyncFields, from: readonly string[], to: readonly string[]): SyncFields =>
  fitHere({ ...ours, tags: applyTagChanges([], applyTagChanges(from, to, []), ours.tags) });

/** Whether other devices recognise a duplicate with this text: they compare it with the memory that its mark names. */
const hasTextOf = ({ base }: SyncItem, { content }: SyncFields) => base !== null && sameText(base.content, content);
