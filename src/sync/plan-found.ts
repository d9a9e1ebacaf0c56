import type { LateWrite, SyncFields, SyncItem } from '../service/ports/sync.ts';
import { conflictTag, reservedPrefix } from '../lib/sync.ts';
import {
  applyTagChanges,
  duplicateTag,
  isCutFrom,
  isLike,
  losesAddress,
  pick,
  sameFields,
  sameText,
  similarText,
  wholeFields,
  type FieldName,
} from './fields.ts';
import { fitHere, unfitness } from './fit.ts';
import { planAnswer, planPull } from './plan.ts';
import { isInScope, withDue } from './plan-push.ts';
import { nameKey } from '../v1/keys.ts';
import { canRepeat, lateMs, withLate, type Remote, type Rules } from './rules.ts';

/** A memory of the server that has no item yet. */
export interface Unknown extends Remote {
  /** The server says that the memory was changed after its creation. */
  isEdited: boolean;
}

/** An item that a memory of the server may belong to or duplicate, with its local fields. */
export interface Candidate {
  item: SyncItem;
  local: SyncFields | null;
}

export type Found =
  | { kind: 'ignore' }
  /**
   * The memory may come from a create that was sent with an idempotency key. Sending that create again shows whether it
   * does.
   */
  | { kind: 'wait' }
  | { kind: 'unfit'; why: string }
  | { kind: 'new'; fields: SyncFields }
  /**
   * The memory belongs to `item`, which now has its id. `local`: what to write here; null: nothing. `version`: the
   * version that is replaced, here or on the server; null: none.
   */
  | { kind: 'bind'; item: SyncItem; local: SyncFields | null; version: SyncFields | null }
  /**
   * The memory is a duplicate, on the server, of the memory with the local id `of`. `tags`: its tags, with the tag that
   * marks it as a duplicate for other devices.
   */
  | { kind: 'alias'; of: string; tags: string[] };

/**
 * Decides what to do with a memory of the server that has no item (stored sync state) yet. `primaries`: the items of
 * the memories that it duplicates, according to its tags.
 */
export function planFound(remote: Unknown, candidates: Candidate[], primaries: SyncItem[], rules: Rules): Found {
  const { fields } = remote;
  if (fields.deleted) return { kind: 'ignore' };
  const primary = primaries.find(({ base }) => base !== null && sameText(base.content, fields.content));
  if (primary) return { kind: 'alias', of: primary.id, tags: fields.tags };
  const unbound = candidates.filter(({ item }) => item.remote === null && item.aliasOf === null);
  // Two memories here may have the same text. Then the tags show which of them was sent.
  const whole = foundBySending(unbound, remote, rules, isExact) ?? foundBySending(unbound, remote, rules, isWhole);
  if (whole) return whole;
  const twins = candidates.filter(({ item }) => item.remote !== null && isLateTwin(item, fields, rules));
  // Other devices recognise a duplicate only if its text equals that of the memory that its tag names.
  const twin = twins.find(({ local }) => local && sameText(local.content, fields.content)) ?? twins[0];
  if (twin) return { kind: 'alias', of: twin.item.id, tags: [...fields.tags, ...duplicateTag(twin.item.remote!)] };
  // Checked after whole texts: a text that was sent and stored whole may look like a longer one that was cut.
  const cut = foundBySending(unbound, remote, rules, isCut);
  if (cut) return cut;
  const equal = maySync(fields, rules) && equalTo(fields, unbound, rules);
  if (equal) return { kind: 'bind', ...boundByEquality(equal, remote, rules) };
  if (!rules.pulls) return { kind: 'ignore' };
  const why = unfitness(fields.content);
  if (why !== null) return { kind: 'unfit', why };
  return isInScope(fields, rules) ? { kind: 'new', fields: fitHere(fields) } : { kind: 'ignore' };
}

/** The plan if one of the `unbound` items sent this memory without getting an answer. */
function foundBySending(
  unbound: Candidate[],
  remote: Unknown,
  rules: Rules,
  matches: (sent: LateWrite, fields: SyncFields, rules: Rules) => boolean,
): Found | undefined {
  for (const candidate of unbound) {
    const { op: last, late } = candidate.item;
    const op = [...(last ? [last] : []), ...late].find(
      (sent) => sent.kind === 'create' && matches(sent, remote.fields, rules),
    );
    if (last && op === last && canRepeat(last, rules)) return { kind: 'wait' };
    if (op) return { kind: 'bind', ...boundBySending(candidate, op, remote, rules) };
  }
  return undefined;
}

function boundBySending({ item, local }: Candidate, sent: LateWrite, remote: Unknown, rules: Rules) {
  const { kind, key, patch, sentAt } = sent;
  const asSent = { ...(local ?? remote.fields), deleted: false, ...patch };
  // If `sent` was an earlier write of the item, the item's last write may still arrive.
  const late = item.op === null || item.op.key === key ? item.late : withLate(item.late, item.op);
  const keys = new Set(remote.fields.tags.map(nameKey));
  // Another create with the same text may have made the memory. So tags that the memory lacks count as unsent, unless
  // an edit may have removed them.
  const tags = remote.isEdited ? asSent.tags : asSent.tags.filter((tag) => keys.has(nameKey(tag)));
  const op = { kind, key, patch, sentAt, token: null, local: { ...asSent, tags } };
  // Merges edits made on the server after the create. Otherwise they would count as the server's form of what was sent.
  // If the memory is in a collection, the server can move memories, even if its last response didn't say so.
  const isMoved = remote.fields.collection !== null;
  const mayEdit = (name: FieldName) => rules.moves || (name === 'collection' && isMoved);
  const edited = wholeFields.filter((name) => remote.isEdited && patch[name] !== undefined && mayEdit(name));
  const whole = pick(asSent, edited);
  const created = { ...remote.fields, ...whole, tags };
  const { item: bound } = planAnswer({ ...item, late, op }, local, { ...remote, fields: created }, rules);
  const { item: merged, local: written, version } = planPull(bound, local, remote, rules);
  return { item: merged, local: written, version };
}

/**
 * Whether a memory of the server may be in a collection that syncs. True for every memory of a server that can't change
 * a memory's collection, since such a server may also leave the collection out of its responses.
 */
const maySync = (fields: SyncFields, rules: Rules): boolean => isInScope(fields, rules) || !rules.moves;

/** The memory here that is bound to a memory of the server: one with the same text and tags, or else the same text. */
function equalTo(fields: SyncFields, unbound: Candidate[], rules: Rules): Candidate | undefined {
  const theirs = fitHere(fields);
  const free = unbound.filter((candidate) => mayBind(candidate, rules));
  const like = free.find(({ local }) => isLike(local!, theirs));
  if (like || isMarked(fields)) return like;
  return free.find(({ local }) => !isMarked(local!) && hasText(local!, theirs, rules));
}

/**
 * Whether the memory here may be bound. Not if its create can be sent again: the answer will show which memory of the
 * server belongs to it. A memory outside the synced collections must stay where it is.
 */
const mayBind = ({ item, local }: Candidate, rules: Rules): boolean =>
  local !== null && !local.deleted && isInScope(local, rules) && !(item.op && canRepeat(item.op, rules));

/**
 * Whether a memory is a conflict copy or a duplicate. Another memory has a similar text, so the text alone doesn't
 * identify such a memory.
 */
const isMarked = ({ tags }: SyncFields): boolean =>
  tags.includes(conflictTag) || tags.some((tag) => tag.startsWith(reservedPrefix));

/** Whether a text here may be the server's text. Only a server without extensions (`moves` is false) cuts texts. */
const hasText = ({ content }: SyncFields, theirs: SyncFields, { moves, longest }: Rules): boolean =>
  similarText(content, theirs.content) || (!moves && isCutFrom(content, theirs.content, longest));

function boundByEquality({ item, local }: Candidate, { id, fields, version }: Remote, rules: Rules) {
  const ours = local!;
  const theirs = fitHere(fields);
  const { tags } = fitHere({ ...ours, tags: applyTagChanges([], theirs.tags, ours.tags) });
  const merged = {
    ...ours,
    tags,
    collection: ours.collection ?? theirs.collection,
    url: ours.url ?? theirs.url,
    title: ours.title ?? theirs.title,
  };
  const keys = new Set(ours.tags.map(nameKey));
  const localForm = {
    ...theirs,
    content: similarText(ours.content, theirs.content) ? ours.content : theirs.content,
    // Without the tags that the memory here lacks. Some of them aren't added here, because they don't fit or because
    // this device only sends. They must not count as removed here.
    tags: theirs.tags.filter((tag) => keys.has(nameKey(tag))),
  };
  // What was sent with another text may still arrive, as a memory of its own.
  const late = item.op === null ? item.late : withLate(item.late, item.op);
  const bound = { ...item, remote: id, base: fields, mirror: localForm, version, op: null, late };
  const replaced = losesAddress(theirs, merged) ? theirs : null;
  if (!rules.pulls) {
    // A field that only the server has doesn't count as removed here.
    const mirror = { ...localForm, ...Object.fromEntries(wholeFields.map((name) => [name, null])) };
    return { item: withDue({ ...bound, mirror }, ours, rules), local: null, version: replaced };
  }
  return { item: withDue(bound, merged, rules), local: sameFields(merged, ours) ? null : merged, version: replaced };
}

const isExact = ({ patch }: LateWrite, fields: SyncFields) => isLike({ ...fields, ...patch }, fields);

const isWhole = ({ patch }: LateWrite, { content }: SyncFields) => similarText(patch.content!, content);

const isCut = ({ patch }: LateWrite, { content }: SyncFields, { longest }: Rules) =>
  isCutFrom(patch.content!, content, longest);

const isLateTwin = ({ late, base }: SyncItem, fields: SyncFields, { now, longest }: Rules) =>
  late.some(
    (sent) => sent.kind === 'create' && now - sent.sentAt < lateMs && isSent(sent, fields, { known: base!, longest }),
  );

/** Whether `fields` are what was sent, or the form (`known`) in which the server stored it when it first arrived. */
function isSent(
  { patch }: LateWrite,
  fields: SyncFields,
  { known, longest }: { known: SyncFields; longest: number },
): boolean {
  if (isLike({ ...fields, ...patch }, fields)) return true;
  return sameText(known.content, fields.content) && isCutFrom(patch.content!, fields.content, longest);
}
