import type { Collection } from '../client/contract.ts';
import { canonicalJson } from '../lib/json.ts';
import type { CollectionRow } from '../service/ports/rows.ts';
import type { SyncCollection, SyncWriter } from '../service/ports/sync.ts';
import { nameKey } from '../v1/keys.ts';
import { limits } from '../v1/limits.ts';
import type { Refused } from './failures.ts';
import { Names } from './names.ts';
import { pagesOf } from './pages.ts';
import { keepLink, rulesOf, type Round } from './parts.ts';
import { requireReachable, send } from './send.ts';

/** The most pages of collections. Nobody has that many, and each round reads them. */
const maxCollectionPages = 1_000;

/** Reads the collections of the server and merges them with those here, by id and then by name. */
export async function readCollections(round: Round): Promise<void> {
  const { client } = round.parts;
  const all: Collection[] = [];
  const result = await send(round, async () => {
    for await (const { collections } of pagesOf(client.collections.list(), maxCollectionPages))
      all.push(...collections);
  });
  if ('answer' in result) return mergeCollections(round, all);
  requireReachable(round, result);
  // Without the right to see collections, memories sync without them.
  round.names.isFresh = true;
}

/** `all`: every collection of the server. */
export async function mergeCollections(round: Round, all: readonly Collection[]): Promise<void> {
  const { store, client } = round.parts;
  const rows = await store.read((reader) => reader.syncCollections());
  const isNews =
    all.length !== rows.length || all.some(({ id, name }) => rows.find(({ remote }) => remote === id)?.name !== name);
  if (isNews)
    await store.write(async (writer) => {
      for (const { remote } of rows)
        if (!all.some(({ id }) => id === remote)) await writer.deleteSyncCollection(remote);
      for (const one of all) await mergeCollection(writer, round, one);
    });
  const merged = await store.read((reader) => reader.syncCollections());
  round.names = new Names(merged);
  round.names.isFresh = true;
  await noteUnusable(round, all, merged);
  if (client.extensions?.has('collections-edit')) await sendNames(round, merged);
}

/** The most names that are kept to be shown. */
const shownNames = 20;

/** Notes the names that can't be used here. */
async function noteUnusable(
  round: Round,
  all: readonly Collection[],
  merged: readonly SyncCollection[],
): Promise<void> {
  if (!rulesOf(round).takes) return;
  const unusableNames = all
    .filter(({ id }) => !merged.some(({ remote }) => remote === id))
    .slice(0, shownNames)
    .map(({ name }) => name.slice(0, limits.collectionNameCharacters));
  const before = round.link.unusableNames ?? [];
  if (canonicalJson(before) !== canonicalJson(unusableNames)) await keepLink(round, { unusableNames });
}

async function mergeCollection(writer: SyncWriter, round: Round, { id: remote, name }: Collection): Promise<void> {
  const { takes } = rulesOf(round);
  const known = (await writer.syncCollections()).find((row) => row.remote === remote);
  const local = known && (await writer.collection(known.id));
  const ofName = await writer.collectionByKey(nameKey(name));
  if (local === undefined) {
    const id = ofName?.id ?? (takes ? await createCollection(writer, round, name) : undefined);
    if (id !== undefined) await writer.putSyncCollection({ remote, id, name });
    return;
  }
  if (known!.name === name || !takes) return;
  // Keeps the local name if another collection here has the server's.
  const isFree = ofName === undefined || ofName.id === local.id;
  if (isFree && local.name === known!.name) await writer.putCollection(renamed(local, name, round));
  await writer.putSyncCollection({ remote, id: local.id, name });
}

async function createCollection(writer: SyncWriter, round: Round, given: string): Promise<string | undefined> {
  const name = given.trim();
  if (name === '' || [...name].length > limits.collectionNameCharacters) return undefined;
  const now = round.parts.now();
  const at = new Date(now).toISOString();
  const id = round.parts.newId('col', now);
  await writer.putCollection({ id, name, key: nameKey(name), createdAt: at, updatedAt: at });
  return id;
}

const renamed = ({ id, createdAt }: CollectionRow, name: string, round: Round): CollectionRow => ({
  id,
  name,
  key: nameKey(name),
  createdAt,
  updatedAt: new Date(round.parts.now()).toISOString(),
});

/** Renames there what was renamed here. */
async function sendNames(round: Round, rows: readonly SyncCollection[]): Promise<void> {
  const { store, client } = round.parts;
  for (const row of rows) {
    const local = await store.read((reader) => reader.collection(row.id));
    if (local === undefined || local.name === row.name || nameKey(local.name) === nameKey(row.name)) continue;
    const result = await send(round, () => client.collections.rename(row.remote, local.name));
    if ('answer' in result) await store.write((writer) => writer.putSyncCollection({ ...row, name: local.name }));
    else requireReachable(round, result);
  }
}

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
  const result = await send(round, () => client.collections.create({ name: local.name }));
  if ('answer' in result) {
    const row = { remote: result.answer.id, id, name: result.answer.name };
    await store.write((writer) => writer.putSyncCollection(row));
    round.names.add(row);
    return true;
  }
  if (result.kind === 'refused') {
    round.names.refused.set(id, result);
    return result;
  }
  // It may exist there now: the next listing shows it, by its name.
  round.names.isFresh = false;
  requireReachable(round, result);
  return false;
}
