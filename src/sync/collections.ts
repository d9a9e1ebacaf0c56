import type { Collection } from '../client/contract.ts';
import { canonicalJson } from '../lib/json.ts';
import type { SyncCollection, SyncReader, SyncWriter } from '../service/ports/sync.ts';
import { nameKey } from '../v1/keys.ts';
import { limits } from '../v1/limits.ts';
import { usableName } from '../v1/schemas/collection.ts';
import { numbered, pairCollections, type CollectionThere } from './pair-collections.ts';
import { pagesOf } from './pages.ts';
import { editsCollections, updateLink, rulesOf, type Round } from './parts.ts';
import { isCollection } from './remote.ts';
import { requireReachable, send } from './send.ts';

/** Lower than `maxPages`, because each round may read all collections. */
const maxCollectionPages = 1_000;

/** Reads the server's collections and pairs them with the local ones. Returns false if reading fails. */
export async function readCollections(round: Round): Promise<boolean> {
  const there = await listCollections(round);
  if (there === undefined) return false;
  await mergeCollections(round, there);
  // The list may be newer than our position in the feed. If a collection then changes back to its state at that
  // position, the feed doesn't report it. So `followFeed` reads the list again.
  await setAheadOfFeed(round, true);
  return true;
}

/**
 * Reads the server's collections, which also shows what the server offers. Pairs the collections, unless the change
 * feed will report their changes.
 */
export async function learnOffers(round: Round): Promise<void> {
  const there = await listCollections(round);
  // After a request in doubt, the list doesn't count as read, so a sweep reads it again.
  if (there === undefined) return void (round.names.isFresh &&= round.failures === 0);
  const hasFeed = round.parts.client.extensions?.has('changes') === true;
  if (hasFeed && round.link.since !== null) return;
  await mergeCollections(round, there);
  // Not needed with a feed, which is read from its beginning next: its first page has all collections.
  if (!hasFeed) await setAheadOfFeed(round, true);
}

/**
 * The server's collections; undefined if they couldn't be read. If the token may not see them, memories sync without
 * collections.
 */
async function listCollections(round: Round): Promise<Collection[] | undefined> {
  const { client } = round.parts;
  const all: Collection[] = [];
  const result = await send(round, async () => {
    // Not spread: a page may have more items than a call can have arguments.
    for await (const { collections } of pagesOf(client.collections.list(), maxCollectionPages))
      for (const collection of collections) all.push(collection);
  });
  if ('answer' in result) return all;
  await requireReachable(round, result);
  round.names.isFresh = true;
  if (result.kind === 'refused') await setAheadOfFeed(round, false);
  return undefined;
}

/** Stores whether the collections that we know are newer than our position in the server's change feed. */
export async function setAheadOfFeed(round: Round, isAhead: boolean): Promise<void> {
  if ((round.link.aheadOfFeed ?? false) !== isAhead) await updateLink(round, { aheadOfFeed: isAhead });
}

/** Pairs all collections of the server with the local ones, and stores the result. Skips malformed collections. */
export async function mergeCollections(round: Round, values: readonly unknown[]): Promise<void> {
  const { store } = round.parts;
  const there = values.filter(isCollection);
  const { isNews } = await store.read((reader) => pairing(reader, round, there));
  if (isNews) await store.write(async (writer) => storePairing(writer, round, await pairing(writer, round, there)));
  const pairs = await readNames(round);
  round.names.isFresh = true;
  if (isNews) await retryNames(round);
  await noteUnusable(round, there, pairs);
}

/** Clears the refusals of new collections. Call after names on the server have changed: a refused name may be free. */
export async function retryNames(round: Round): Promise<void> {
  if (round.link.refusedCollections !== undefined) await updateLink(round, { refusedCollections: {} });
}

/** Reads the stored pairs into `round.names`, and returns them. */
export async function readNames(round: Round): Promise<SyncCollection[]> {
  const pairs = await round.parts.store.read((reader) => reader.syncCollections());
  round.names = round.names.replacedBy(pairs);
  return pairs;
}

/** Pairs the collections of both sides, without storing anything. `isNews`: something differs from what is stored. */
async function pairing(reader: SyncReader, round: Round, there: readonly CollectionThere[]) {
  const known = await reader.syncCollections();
  const here = await reader.collections();
  const renames = editsCollections(round);
  const newId = () => round.parts.newId('col', round.parts.now());
  const { pairs, names } = pairCollections({ here, there, known, pulls: rulesOf(round).pulls, renames }, newId);
  const before = new Map(here.map(({ id, name }) => [id, name]));
  const renamed = [...names].filter(([id, name]) => before.get(id) !== name);
  const rowOf = new Map(known.map((row) => [row.remote, canonicalJson(row)]));
  const changed = pairs.filter((row) => rowOf.get(row.remote) !== canonicalJson(row));
  const kept = new Set(pairs.map(({ remote }) => remote));
  const dropped = known.filter(({ remote }) => !kept.has(remote));
  return { changed, dropped, names, renamed, isNews: changed.length + dropped.length + renamed.length > 0 };
}

async function storePairing(
  writer: SyncWriter,
  round: Round,
  { changed, dropped, names, renamed }: Awaited<ReturnType<typeof pairing>>,
): Promise<void> {
  for (const { remote } of dropped) await writer.deleteSyncCollection(remote);
  for (const row of changed) await writer.putSyncCollection(row);
  const keys = new Set([...names.values()].map(nameKey));
  const next = new Map<string, number>();
  for (const [id, name] of renamed) {
    // Names must be unique at every step. If collections swapped names, the collection that has the name now gets
    // an interim name first.
    const holder = await writer.collectionByKey(nameKey(name));
    if (holder !== undefined && holder.id !== id) {
      const interim = numbered(name, (key) => keys.has(key), next);
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

const maxShownNames = 20;

async function noteUnusable(
  round: Round,
  there: readonly CollectionThere[],
  pairs: readonly SyncCollection[],
): Promise<void> {
  if (!rulesOf(round).pulls) return;
  const paired = new Set(pairs.map(({ remote }) => remote));
  const unusableNames = there
    .filter(({ id }) => !paired.has(id))
    .slice(0, maxShownNames)
    .map(({ name }) => name.slice(0, limits.collectionNameCharacters));
  const before = round.link.unusableNames ?? [];
  if (canonicalJson(before) !== canonicalJson(unusableNames)) await updateLink(round, { unusableNames });
}

/**
 * Ensures that a memory's collection exists here, and returns the collection's id. Creates a deleted collection again,
 * or uses an unpaired collection with the same name. Returns null if the server no longer has the collection either.
 */
export async function ensureLocalCollection(
  writer: SyncWriter,
  round: Round,
  id: string | null,
): Promise<string | null> {
  if (id === null || (await writer.collection(id)) !== undefined) return id;
  const rows = await writer.syncCollections();
  const row = rows.find((one) => one.id === id && !one.gone);
  if (row === undefined) return null;
  const { refused: _, attempts: _attempts, ...kept } = row;
  const namesake = await writer.collectionByKey(nameKey(row.name));
  const isUnpaired = namesake !== undefined && rows.every((one) => one.id !== namesake.id || one.gone);
  await writer.putSyncCollection(isUnpaired ? { ...kept, id: namesake.id } : kept);
  if (isUnpaired) return namesake.id;
  const keys = new Set((await writer.collections()).map(({ key }) => key));
  const name = usableName(row.name);
  await putCollection(writer, round, id, keys.has(nameKey(name)) ? numbered(name, (key) => keys.has(key)) : name);
  return id;
}

/** Stores a pair of collections. */
export const putPair = (round: Round, row: SyncCollection): Promise<void> =>
  round.parts.store.write((writer) => writer.putSyncCollection(row));
