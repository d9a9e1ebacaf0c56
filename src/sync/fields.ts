import { hash64 } from '../lib/hash64.ts';
import { canonicalJson } from '../lib/json.ts';
import type { MemoryRow } from '../service/ports/rows.ts';
import type { SyncFields } from '../service/ports/sync.ts';
import { reservedPrefix } from '../lib/sync.ts';
import { nameKey } from '../v1/keys.ts';
import { limits } from '../v1/limits.ts';
import { byteLength } from '../v1/schemas/text.ts';
import { normalised } from '../v1/stream-safe.ts';

/** The beginning of the tag that marks a duplicate. The server's id of the duplicated memory follows. */
const duplicatePrefix = `${reservedPrefix}dup:`;
/** Fields that are replaced as a whole. If both sides changed such a field, the server's value wins. */
export const wholeFields = ['collection', 'url', 'title', 'capture'] as const;

export type FieldName = keyof SyncFields;

/** Whether `before` has a title or an address that `after` lacks. */
export const losesAddress = (before: SyncFields, after: SyncFields): boolean =>
  (['title', 'url'] as const).some((name) => before[name] !== null && before[name] !== after[name]);

export function fieldsOf(row: MemoryRow): SyncFields {
  const { content, tags, collection, url, title, capture, deletedAt } = row;
  return { content, tags, collection, url, title, capture, deleted: deletedAt !== null };
}

/** The tag for a duplicate of this memory, on a server that can't delete the duplicate. None if the id is too long. */
export function duplicateTag(remote: string): string[] {
  const tag = duplicatePrefix + remote;
  return tag.length <= limits.tagCharacters ? [tag] : [];
}

/** The server's ids of the memories that this memory duplicates, according to its tags. */
export function duplicatedBy({ tags }: Pick<SyncFields, 'tags'>): string[] {
  return tags.filter(isMark).map((tag) => tag.slice(duplicatePrefix.length));
}

/** The tags that don't mark a duplicate. */
export const withoutMarks = (tags: readonly string[]): string[] => tags.filter((tag) => !isMark(tag));

const isMark = (tag: string) => tag.startsWith(duplicatePrefix);

/** Whether two texts are equal except for Unicode normalisation and line endings. */
export function sameText(one: string, other: string): boolean {
  return one === other || exactForm(one) === exactForm(other);
}

const exactForm = (text: string) => normalised(text, 'NFC').replaceAll('\r\n', '\n');

/**
 * Whether two texts are equal except for what servers are known to rewrite: white space and compatibility characters
 * (NFKC).
 */
export function similarText(one: string, other: string): boolean {
  return one === other || looseForm(one) === looseForm(other);
}

const looseForm = (text: string) => normalised(text, 'NFKC').replaceAll(/\s+/g, ' ').trim();

/** We assume that no server cuts a text to fewer characters than this. */
const uncutCharacters = 100;

/** How many characters of white space may be trimmed where a text was cut. */
const trimmedCharacters = 4;

/**
 * Whether `returned` may be `sent`, cut by a server that cuts long texts. `longest`: the length, in characters, of the
 * longest text seen on the server.
 */
export function isCutFrom(sent: string, returned: string, longest: number): boolean {
  const start = looseForm(returned);
  // Counts bytes, which are never fewer than the characters: the server's limit may be in either.
  const isAtEnd = byteLength(returned) + trimmedCharacters >= longest;
  return start.length >= uncutCharacters && isAtEnd && looseForm(sent).startsWith(start);
}

/** Whether a server changed a text more than {@link similarText} and {@link isCutFrom} allow for. */
export const isRewritten = (sent: string, returned: string, longest: number): boolean =>
  !similarText(sent, returned) && !isCutFrom(sent, returned, longest);

/** The prints (hashes) under which a text can be found, even if a server cuts it. */
export function printsOfText(content: string): string[] {
  const start = looseForm(content).slice(0, uncutCharacters);
  return start.length < uncutCharacters ? [contentHash(content)] : [contentHash(content), contentHash(start)];
}

/** Equal and {@link similarText similar} texts have equal prints. */
export function contentHash(content: string): string {
  const [high, low] = hash64(looseForm(content));
  return `${high.toString(16)}.${low.toString(16)}`;
}

/** Compares tags as sets of their keys: order and spelling don't count. */
export function sameTags(one: readonly string[], other: readonly string[]): boolean {
  if (one.length === other.length && one.every((tag, index) => tag === other[index])) return true;
  const [keys, others] = [new Set(one.map(nameKey)), new Set(other.map(nameKey))];
  return keys.size === others.size && [...keys].every((key) => others.has(key));
}

export function sameField(name: FieldName, one: SyncFields, other: SyncFields): boolean {
  if (name === 'content') return sameText(one.content, other.content);
  if (name === 'tags') return sameTags(one.tags, other.tags);
  return (
    one[name] === other[name] || (name === 'capture' && canonicalJson(one.capture) === canonicalJson(other.capture))
  );
}

export const fieldNames: readonly FieldName[] = ['content', 'tags', ...wholeFields, 'deleted'];

export function sameFields(one: SyncFields, other: SyncFields): boolean {
  return fieldNames.every((name) => sameField(name, one, other));
}

/**
 * Whether the memory that a server returned may be the one that was sent. Responses may lack the fields that aren't
 * compared.
 */
export function isLike(sent: SyncFields, returned: SyncFields): boolean {
  return similarText(sent.content, returned.content) && sameTags(sent.tags, returned.tags) && !returned.deleted;
}

/** Adds to `onto` the tags that are new in `to`, and removes those that are only in `from`. */
export function applyTagChanges(from: readonly string[], to: readonly string[], onto: readonly string[]): string[] {
  const [before, after] = [new Set(from.map(nameKey)), new Set(to.map(nameKey))];
  const kept = onto.filter((tag) => !before.has(nameKey(tag)) || after.has(nameKey(tag)));
  const present = new Set(kept.map(nameKey));
  return [...kept, ...to.filter((tag) => !before.has(nameKey(tag)) && !present.has(nameKey(tag)))];
}

/**
 * The changes to send, so that the server gets the local edits: the differences between `mirror` and `local`. `base`:
 * the server's fields. `mirror`: the local form of `base`. Empty if there is nothing to change.
 */
export function patchOf(base: SyncFields, mirror: SyncFields, local: SyncFields): Partial<SyncFields> {
  const patch: Partial<SyncFields> = {};
  if (!sameText(mirror.content, local.content) && !sameText(base.content, local.content)) patch.content = local.content;
  const tags = applyTagChanges(mirror.tags, local.tags, base.tags);
  if (!sameTags(tags, base.tags)) patch.tags = tags;
  for (const name of wholeFields)
    if (!sameField(name, mirror, local) && !sameField(name, base, local)) Object.assign(patch, { [name]: local[name] });
  if (mirror.deleted !== local.deleted && base.deleted !== local.deleted) patch.deleted = local.deleted;
  return patch;
}

export const pick = (fields: SyncFields, names: readonly FieldName[]): Partial<SyncFields> =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));

export function samePatch(one: Partial<SyncFields>, other: Partial<SyncFields>): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

export const isEmpty = (patch: Partial<SyncFields>): boolean => Object.keys(patch).length === 0;
