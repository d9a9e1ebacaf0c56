import type { MemoryRow } from '../service/ports/rows.ts';
import type { SyncFields, SyncItem, SyncWriter } from '../service/ports/sync.ts';
import { nameKey } from '../v1/keys.ts';
import { timeInput } from '../v1/schemas/common.ts';
import { fitSource } from '../v1/schemas/memory.ts';
import { ensureLocalCollection } from './collections.ts';
import { fieldsOf, duplicatedBy, printsOfText, sameFields } from './fields.ts';
import { Stop } from './failures.ts';
import { unfitness } from './fit.ts';
import { updateLink, longestWith, inTransactions, rulesOf, type Round } from './parts.ts';
import { planPull, type Pulled } from './plan.ts';
import { becomesAlias, planAliasPull } from './plan-duplicates.ts';
import { planFound } from './plan-found.ts';
import { withDue } from './plan-push.ts';
import { newItem, type Remote } from './rules.ts';
import { isMemory, remoteOf, type AnyMemory } from './remote.ts';
import { maySend } from './rights.ts';
import { hashOf } from './swept.ts';

/**
 * Merges memories that the server returned. Returns the {@link hashOf hash} of each well-formed one, by its id on the
 * server. Merging the same memories again changes nothing. An *item* is what sync stores about a memory (`SyncItem`).
 */
export async function applyMemories(round: Round, values: readonly unknown[]): Promise<Map<string, string>> {
  const isMarked = (memory: AnyMemory) => duplicatedBy(memory).length > 0;
  // Duplicates are merged last: once the original is here, its duplicate is never shown.
  const memories = values.filter(isMemory).toSorted((one, other) => Number(isMarked(one)) - Number(isMarked(other)));
  const longest = longestWith(round.link, memories);
  if (longest !== round.link.longest) await updateLink(round, { longest });
  const rules = rulesOf(round);
  const seen = new Map<string, string>();
  for (const batch of inTransactions(memories, 'received')) {
    const remotes = batch.map(({ id }) => id);
    const changed = await round.parts.store.read(async (reader) => {
      await reader.load({ remotes });
      return Promise.all(
        batch.map(async (memory) => {
          const item = await reader.itemOfRemote(memory.id);
          const remote = remoteOf(round, memory, item);
          seen.set(memory.id, hashOf(remote.fields, rules));
          return item && isUnchanged(item, remote) && !mayBecomeAlias(item) ? [] : [memory];
        }),
      );
    });
    for (const { id } of batch) round.readIds.add(id);
    const rest = changed.flat();
    if (rest.length === 0) continue;
    await round.parts.store.write(async (writer) => {
      await writer.load({ remotes });
      for (const memory of rest) await applyMemory(writer, round, memory);
    });
  }
  const { byName } = round.names;
  // Whether memories name their collection instead of giving its id. Stored for the next round, which may send before
  // it reads any memory in a collection.
  if (byName !== (round.link.byName ?? false)) await updateLink(round, { byName });
  for (const [id, hash] of seen) round.swept?.seen.set(id, hash);
  return seen;
}

const isUnchanged = ({ base, op, missing, version }: SyncItem, remote: Remote): boolean =>
  op === null &&
  missing === null &&
  version === remote.version &&
  JSON.stringify(remote.fields) === JSON.stringify(base);

/**
 * Whether the memory may still become an alias (a hidden duplicate). A memory marked as a duplicate becomes an alias
 * once this device has the original.
 */
const mayBecomeAlias = ({ base, aliasOf, copyOf }: SyncItem): boolean =>
  base !== null && aliasOf === null && copyOf === null && duplicatedBy(base).length > 0;

/** Merges one memory that the server returned. */
export async function applyMemory(writer: SyncWriter, round: Round, memory: AnyMemory): Promise<void> {
  const item = await writer.itemOfRemote(memory.id);
  const remote = remoteOf(round, memory, item);
  const rules = rulesOf(round);
  if (item === undefined) return applyFound(writer, round, memory);
  if (item.base === null) {
    // The server's memory still can't be stored here.
    if (item.unfit !== null && unfitness(memory.content) === item.unfit) return;
    await writer.deleteItem(item.id);
    return applyFound(writer, round, memory);
  }
  if (item.aliasOf !== null) return applyAlias(writer, round, { item, memory, remote });
  const row = await writer.memory(item.id);
  const local = row ? fieldsOf(row) : null;
  const primaries = rules.pulls ? await primariesOf(writer, duplicatedBy(remote.fields)) : [];
  const alias = becomesAlias(item, local, remote.fields, await withLocal(writer, primaries));
  if (alias !== null) {
    const hidden = { ...item, base: remote.fields, mirror: null, aliasOf: alias.of, due: 0 as const, prints: [] };
    await putIfChanged(writer, item, hidden);
    if (row && !local!.deleted) await writeFields(writer, round, row, { ...local!, deleted: true });
    return giveFields(writer, round, alias.of, alias.given);
  }
  if (isUnchanged(item, remote)) return;
  await applyPulled(writer, round, { item, row, pulled: planPull(item, local, remote, rules) });
}

/** Merges the server's version of a hidden duplicate. */
async function applyAlias(
  writer: SyncWriter,
  round: Round,
  { item, memory, remote }: { item: SyncItem; memory: AnyMemory; remote: Remote },
): Promise<void> {
  const rules = rulesOf(round);
  const original = await writer.item(item.aliasOf!);
  const [primary = null] = await withLocal(writer, original ? [original] : []);
  const pulled = planAliasPull(item, remote, primary, rules);
  if (typeof pulled === 'string') {
    await writer.deleteItem(item.id);
    return applyFound(writer, round, memory, { isSeparate: pulled === 'restored' });
  }
  await putIfChanged(writer, item, pulled.item);
  await giveFields(writer, round, original?.id, pulled.local);
}

/** Writes the fields that a memory here gets from its duplicate. `given`: null: none. */
async function giveFields(
  writer: SyncWriter,
  round: Round,
  id: string | undefined,
  given: SyncFields | null,
): Promise<void> {
  if (id === undefined || given === null) return;
  const [item, row] = [await writer.item(id), await writer.memory(id)];
  if (item === undefined || row === undefined) return;
  await writeFields(writer, round, row, given);
  await putIfChanged(writer, item, withDue(item, given, rulesOf(round)));
}

/**
 * Merges a memory that has no item yet. With `isSeparate` it becomes a memory of its own, even if it looks like a
 * duplicate.
 */
async function applyFound(
  writer: SyncWriter,
  round: Round,
  memory: AnyMemory,
  { isSeparate = false } = {},
): Promise<void> {
  const remote = { ...remoteOf(round, memory, undefined), isEdited: isEdited(memory) };
  const printed = await Promise.all(printsOfText(memory.content).map((print) => writer.itemsByPrint(print)));
  const items = new Map(printed.flat().map((item) => [item.id, item]));
  const candidates = await withLocal(writer, [...items.values()]);
  const primaries = await primariesOf(writer, duplicatedBy(remote.fields));
  // A device that may not send can't repeat a create, so the memory must not wait for a repetition. `keyToken: null`
  // prevents the wait.
  const rules = maySend(round) ? rulesOf(round) : { ...rulesOf(round), keyToken: null };
  const found = isSeparate ? planFound(remote, [], [], rules) : planFound(remote, candidates, primaries, rules);
  // Each case below that stores this item sets its id.
  const bare = { ...newItem(''), remote: remote.id, base: remote.fields, version: remote.version };
  const newId = () => round.parts.newId('mem', round.parts.now());
  if (found.kind === 'wait') throw new Stop('settling');
  if (found.kind === 'bind') {
    await writer.putItem(found.item);
    const row = await writer.memory(found.item.id);
    await applyPulled(writer, round, { item: found.item, row, pulled: { ...found, copy: null } });
  } else if (found.kind === 'alias') {
    const alias = { ...bare, id: newId(), aliasOf: found.of, mirror: { ...remote.fields, tags: found.tags } };
    await writer.putItem(withDue(alias, null, rules));
  } else if (found.kind === 'unfit') {
    await writer.putItem({ ...bare, id: newId(), base: null, unfit: found.why });
  } else if (found.kind === 'new') {
    const id = newId();
    await putRow(writer, round, rowOf(id, found.fields, round, memory));
    await writer.putItem(withDue({ ...bare, id, mirror: found.fields }, found.fields, rules));
  }
}

const withLocal = (writer: SyncWriter, items: readonly SyncItem[]) =>
  Promise.all(
    items.map(async (item) => {
      const row = await writer.memory(item.id);
      return { item, local: row ? fieldsOf(row) : null };
    }),
  );

/** Looks items up by the server's ids. Omits aliases and items without a `base`. */
const primariesOf = async (writer: SyncWriter, ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => writer.itemOfRemote(id)))).filter(
    (item) => item !== undefined && item.base !== null && item.aliasOf === null,
  ) as SyncItem[];

/** Carries out what was planned for a known memory. */
export async function applyPulled(
  writer: SyncWriter,
  round: Round,
  { item, row, pulled }: { item: SyncItem; row: MemoryRow | undefined; pulled: Pulled },
): Promise<void> {
  const now = round.parts.now();
  if (pulled.version) await writer.addVersion({ id: item.id, at: now, fields: pulled.version });
  if (pulled.copy) {
    const id = round.parts.newId('mem', now);
    await putRow(writer, round, rowOf(id, pulled.copy, round, row));
    await writer.putItem(withDue({ ...newItem(id), copyOf: item.id }, pulled.copy, rulesOf(round)));
  }
  if (pulled.local) {
    if (row) await writeFields(writer, round, row, pulled.local);
    else await putRow(writer, round, rowOf(item.id, pulled.local, round));
  }
  await putIfChanged(writer, item, pulled.item);
}

/** Writes an item if it changed. */
export async function putIfChanged(writer: SyncWriter, before: SyncItem, item: SyncItem): Promise<void> {
  if (JSON.stringify(before) !== JSON.stringify(item)) await writer.putItem(item);
}

async function writeFields(writer: SyncWriter, round: Round, row: MemoryRow, fields: SyncFields): Promise<void> {
  if (sameFields(fieldsOf(row), fields) && fieldsOf(row).content === fields.content) return;
  const { deleted, ...rest } = fields;
  const now = new Date(round.parts.now()).toISOString();
  const { seq: _, ...kept } = row;
  await putRow(writer, round, {
    ...kept,
    ...rest,
    tagKeys: rest.tags.map(nameKey),
    version: row.version + 1,
    updatedAt: now,
    deletedAt: deleted ? (row.deletedAt ?? now) : null,
    chargedAt: null,
  });
}

async function putRow(writer: SyncWriter, round: Round, row: Omit<MemoryRow, 'seq'>): Promise<void> {
  await writer.putMemory({ ...row, collection: await ensureLocalCollection(writer, round, row.collection) });
}

/** The row of a new memory. `from`: the memory on the server, or here, that it is made from. */
function rowOf(
  id: string,
  { deleted, ...fields }: SyncFields,
  { parts }: Round,
  from?: { source?: string; createdAt?: string },
): Omit<MemoryRow, 'seq'> {
  const now = new Date(parts.now()).toISOString();
  const createdAt = timeOf(from?.createdAt) ?? now;
  const origin = fitSource(from?.source);
  return {
    id,
    ...fields,
    source: 'sync',
    tagKeys: fields.tags.map(nameKey),
    version: 1,
    createdAt,
    updatedAt: now,
    deletedAt: deleted ? now : null,
    origin: origin === undefined ? null : { source: origin, createdAt },
    chargedAt: null,
  };
}

function isEdited({ createdAt, updatedAt }: AnyMemory): boolean {
  const [created, updated] = [timeOf(createdAt), timeOf(updatedAt)];
  return created !== undefined && updated !== undefined && updated > created;
}

const timeOf = (time: unknown): string | undefined => timeInput.safeParse(time).data;
