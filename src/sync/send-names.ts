import type { Collection } from '../client/contract.ts';
import { ServiceError } from '../client/errors.ts';
import type { SyncCollection, SyncItem, SyncReader } from '../service/ports/sync.ts';
import { nameKey } from '../v1/keys.ts';
import { readCollections } from './collections.ts';
import type { Failure, Refused } from './failures.ts';
import { isRenamedHere, numbered } from './pair-collections.ts';
import { keepLink, type Round } from './parts.ts';
import { mayWrite, requireReachable, send } from './send.ts';

const perRead = 500;

/** Ensures that a collection is on the server. Returns false, or why it is refused, if it couldn't be created. */
export async function ensureCollection(round: Round, id: string): Promise<boolean | Refused> {
  if (round.names.toRemote(id) !== undefined) return true;
  if (!round.names.isFresh) await readCollections(round);
  if (round.names.toRemote(id) !== undefined) return true;
  const refused = round.names.refused.get(id);
  if (refused !== undefined) return refused;
  const { store, client } = round.parts;
  const local = await store.read((reader) => reader.collection(id));
  if (local === undefined) return false;
  const result = await sendName(round, () => client.collections.create({ name: local.name }));
  if ('answer' in result) {
    const row = { remote: result.answer.id, id, name: result.answer.name };
    await store.write((writer) => writer.putSyncCollection(row));
    round.names.add(row);
    return true;
  }
  // It may exist there by now: the list shows it, by its name.
  round.names.isFresh = false;
  requireReachable(round, result);
  if (result.kind !== 'refused') return false;
  if (result.code === nameTaken) await readCollections(round);
  if (round.names.toRemote(id) !== undefined) return true;
  round.names.refused.set(id, result);
  return result;
}

const nameTaken = 'conflict';

/** Sends a request that names a collection. It is refused if another one has the name. */
async function sendName(round: Round, request: () => Promise<Collection>): Promise<{ answer: Collection } | Failure> {
  if (round.link.changedCollections !== true) await keepLink(round, { changedCollections: true });
  const result = await send(round, () =>
    request().then(
      (answer) => ({ answer }),
      (thrown: unknown): Refused => {
        if (!(thrown instanceof ServiceError && thrown.status === 409)) throw thrown;
        return { kind: 'refused', code: nameTaken, message: thrown.message, scope: undefined };
      },
    ),
  );
  return 'answer' in result ? result.answer : result;
}

/** Renames there what was renamed here. */
export async function sendNames(round: Round): Promise<void> {
  const { store, client } = round.parts;
  if (!client.extensions?.has('collections-edit')) return;
  const refused = new Set<string>();
  while (await mayWrite(round, 'patch')) {
    const next = await store.read((reader) => nextRename(reader, refused));
    if (next === undefined) return;
    const { row, name, interim = name } = next;
    const { remote, id } = row;
    const result = await sendName(round, () => client.collections.rename(remote, interim));
    if ('answer' in result) await store.write((writer) => writer.putSyncCollection({ remote, id, name: interim }));
    else {
      requireReachable(round, result);
      if (result.kind !== 'refused' && result.kind !== 'gone') return;
      refused.add(remote);
      if (result.kind === 'gone') await readCollections(round);
      else await store.write((writer) => writer.putSyncCollection({ ...row, unsent: name }));
    }
  }
}

interface Rename {
  row: SyncCollection;
  name: string;
  /** The name to be sent first: several collections swap their names. */
  interim?: string;
}

/** Deletes there what was deleted here, once no memory is in it there. Returns whether anything was deleted. */
export async function sendDeletions(round: Round): Promise<boolean> {
  const { store, client } = round.parts;
  if (!client.extensions?.has('collections-edit')) return false;
  let isAny = false;
  for (const row of await store.read((reader) => deletedHere(reader))) {
    if (!syncs(round, row.id) || !(await mayWrite(round, 'delete'))) continue;
    const known = await store.read((reader) => knownIn(reader, row.id));
    if (known === 'waiting') continue;
    const result = known === 'none' ? await send(round, () => deleteEmpty(round, row.remote)) : { answer: false };
    if (!('answer' in result)) requireReachable(round, result);
    const isGone = 'answer' in result ? result.answer : result.kind === 'gone';
    isAny ||= isGone;
    if (isGone) await store.write((writer) => writer.deleteSyncCollection(row.remote));
    else if ('answer' in result || result.kind === 'refused')
      await store.write((writer) => writer.putSyncCollection({ ...row, unsent: '' }));
  }
  return isAny;
}

/** Whether memories that are known here are in this collection on the server, and whether one of them waits to be moved. */
async function knownIn(reader: SyncReader, id: string): Promise<'none' | 'some' | 'waiting'> {
  let found: 'none' | 'some' = 'none';
  for (let after = ''; ;) {
    const items = await reader.items(after, perRead);
    for (const item of items) {
      if (item.base?.collection !== id || item.base.deleted) continue;
      if (item.due === 1 || (await isUnnoted(reader, item))) return 'waiting';
      found = 'some';
    }
    if (items.length < perRead) return found;
    after = items.at(-1)!.id;
  }
}

/** Whether the memory was moved here after this round noted what changed. */
const isUnnoted = async (reader: SyncReader, { id, aliasOf, refusal, base }: SyncItem): Promise<boolean> =>
  aliasOf === null && refusal === null && (await reader.memory(id))?.collection !== base!.collection;

/** Returns false if a memory is in it: one that another device has moved there. */
async function deleteEmpty({ parts: { client } }: Round, remote: string): Promise<boolean> {
  for await (const _ of client.collections.memories(remote, { limit: 1 })) return false;
  await client.collections.delete(remote);
  return true;
}

const syncs = ({ link }: Round, id: string): boolean => link.collections?.includes(id) ?? true;

/** The pairs whose local collection was deleted, without those that the server doesn't delete. */
async function deletedHere(reader: SyncReader): Promise<SyncCollection[]> {
  const rows = (await reader.syncCollections()).filter(({ unsent }) => unsent === undefined);
  const local = await Promise.all(rows.map(({ id }) => reader.collection(id)));
  return rows.filter((_, index) => local[index] === undefined);
}

/** The next rename to be sent: one whose name no other collection on the server still has, if possible. */
async function nextRename(reader: SyncReader, refused: ReadonlySet<string>): Promise<Rename | undefined> {
  const rows = await reader.syncCollections();
  const holders = new Map(rows.map(({ name, remote }) => [nameKey(name), remote]));
  const deleted = new Set((await deletedHere(reader)).map(({ remote }) => remote));
  const firstOf = new Map(rows.toReversed().map((row) => [row.id, row]));
  const renames = new Map<string, Rename>();
  for (const row of firstOf.values()) {
    const local = await reader.collection(row.id);
    if (local === undefined || !isRenamedHere(row, local.name) || refused.has(row.remote)) continue;
    // The name may be free once the other collection is deleted there.
    if (!deleted.has(holders.get(nameKey(local.name)) ?? '')) renames.set(row.remote, { row, name: local.name });
  }
  const [any] = renames.values();
  const ready = [...renames.values()].find(({ name }) => !renames.has(holders.get(nameKey(name)) ?? ''));
  return ready ?? (any && { ...any, interim: numbered(any.name, (key) => holders.has(key)) });
}
