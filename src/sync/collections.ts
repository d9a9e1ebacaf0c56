import type { Collection } from '../client/contract.ts';
import { canonicalJson } from '../lib/json.ts';
import type { SyncCollection, SyncReader, SyncWriter } from '../service/ports/sync.ts';
import { nameKey } from '../v1/keys.ts';
import { limits } from '../v1/limits.ts';
import { Names } from './names.ts';
import { numbered, pairCollections, type CollectionThere } from './pair-collections.ts';
import { pagesOf } from './pages.ts';
import { keepLink, rulesOf, type Round } from './parts.ts';
import { requireReachable, send } from './send.ts';

/** The most pages of collections. Nobody has that many, and each round reads them. */
const maxCollectionPages = 1_000;
const maxCollections = maxCollectionPages * limits.maxPageSize;

/** Reads the collections of the server and pairs them with those here, by id and then by name. */
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

/** `there`: every collection of the server. */
export async function mergeCollections(round: Round, there: readonly CollectionThere[]): Promise<void> {
  const { store } = round.parts;
  if ((await store.read((reader) => pairing(reader, round, there))).isNews)
    await store.write(async (writer) => keepPairs(writer, round, await pairing(writer, round, there)));
  const pairs = await store.read((reader) => reader.syncCollections());
  round.names = new Names(pairs);
  round.names.isFresh = true;
  if (round.link.changedCollections === true) await keepLink(round, { changedCollections: false });
  await noteUnusable(round, there, pairs);
}

async function pairing(reader: SyncReader, round: Round, there: readonly CollectionThere[]) {
  const known = await reader.syncCollections();
  const here = await reader.listCollections({ limit: maxCollections });
  const { takes } = rulesOf(round);
  const newId = () => round.parts.newId('col', round.parts.now());
  const { pairs, names } = pairCollections({ here, there, known, takes }, newId);
  const before = new Map(here.map(({ id, name }) => [id, name]));
  const renames = [...names].filter(([id, name]) => before.get(id) !== name);
  const rowOf = new Map(known.map((row) => [row.remote, canonicalJson(row)]));
  const isSame = pairs.length === known.length && pairs.every((row) => rowOf.get(row.remote) === canonicalJson(row));
  return { known, pairs, names, renames, isNews: renames.length > 0 || !isSame };
}

async function keepPairs(
  writer: SyncWriter,
  round: Round,
  { known, pairs, names, renames }: Awaited<ReturnType<typeof pairing>>,
): Promise<void> {
  const remotes = new Set(pairs.map(({ remote }) => remote));
  for (const { remote } of known) if (!remotes.has(remote)) await writer.deleteSyncCollection(remote);
  for (const row of pairs) await writer.putSyncCollection(row);
  const keys = new Set([...names.values()].map(nameKey));
  for (const [id, name] of renames) {
    // Collections may have swapped their names, and no two have the same one at any time.
    const holder = await writer.collectionByKey(nameKey(name));
    if (holder !== undefined && holder.id !== id) {
      const interim = numbered(name, (key) => keys.has(key));
      keys.add(nameKey(interim));
      await putCollection(writer, round, holder.id, interim);
    }
    await putCollection(writer, round, id, name);
  }
}

async function putCollection(writer: SyncWriter, round: Round, id: string, name: string): Promise<void> {
  const now = new Date(round.parts.now()).toISOString();
  const createdAt = (await writer.collection(id))?.createdAt ?? now;
  await writer.putCollection({ id, name, key: nameKey(name), createdAt, updatedAt: now });
}

/** The most names that are kept to be shown. */
const shownNames = 20;

/** Notes the names that can't be used here. */
async function noteUnusable(
  round: Round,
  there: readonly CollectionThere[],
  pairs: readonly SyncCollection[],
): Promise<void> {
  if (!rulesOf(round).takes) return;
  const paired = new Set(pairs.map(({ remote }) => remote));
  const unusableNames = there
    .filter(({ id }) => !paired.has(id))
    .slice(0, shownNames)
    .map(({ name }) => name.slice(0, limits.collectionNameCharacters));
  const before = round.link.unusableNames ?? [];
  if (canonicalJson(before) !== canonicalJson(unusableNames)) await keepLink(round, { unusableNames });
}

/** The collection of a memory that is to be written here: if it was deleted here, it comes back. Null: it is nowhere any more. */
export async function presentCollection(writer: SyncWriter, round: Round, id: string | null): Promise<string | null> {
  if (id === null || (await writer.collection(id)) !== undefined) return id;
  const row = (await writer.syncCollections()).find((one) => one.id === id);
  if (row === undefined) return null;
  const all = await writer.listCollections({ limit: maxCollections });
  const keys = new Set(all.map(({ key }) => key));
  const name = keys.has(nameKey(row.name)) ? numbered(row.name, (key) => keys.has(key)) : row.name.trim();
  await putCollection(writer, round, id, name);
  return id;
}
