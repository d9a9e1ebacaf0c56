import type { Client } from '../../client/index.ts';
import { stableId } from '../../transfer/stable-id.ts';
import { nameKey } from '../../v1/keys.ts';
import { limits } from '../../v1/limits.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { ImportedCollection } from '../../v1/schemas/transfer.ts';
import type { Found } from './read-files.ts';
import type { ImportResult, ReadyImport } from './send.ts';

/** The names of the collections in a file, each once. */
export function namesIn({ collections, memories }: Found): string[] {
  const byKey = new Map<string, string>();
  for (const name of collections.map((one) => one.name).concat(memories.flatMap((one) => one.collectionName ?? [])))
    if (!byKey.has(nameKey(name))) byKey.set(nameKey(name), name);
  return [...byKey.values()];
}

/** The existing collections by name, and the collections that the import sends. */
async function collectionsByName(client: Client) {
  const here = await Array.fromAsync(client.collections.list({ limit: limits.maxPageSize }));
  const byName = new Map(here.map(({ id, name }) => [nameKey(name), id]));
  /** The collections that the import sends, by id: new ones, and those of the file that no existing one replaces. */
  const created = new Map<string, ImportedCollection>();
  const at = new Date().toISOString();
  return {
    here,
    byName,
    created,
    idOf(wantedName: string): string {
      const name = wantedName.trim();
      const key = nameKey(name);
      const existing = byName.get(key);
      if (existing !== undefined) return existing;
      const id = stableId('col', 0, key);
      byName.set(key, id);
      created.set(id, { id, name, createdAt: at, updatedAt: at });
      return id;
    },
  };
}

/**
 * Assigns each memory that has a collection in the file to the existing collection with the same id or else the same
 * name, or else to a new one.
 */
export async function resolveCollections(client: Client, found: Found): Promise<ReadyImport> {
  const { here, byName, created, idOf } = await collectionsByName(client);
  const known = new Set(here.map(({ id }) => id));
  /** Maps the id of a collection in the file to the id of the existing collection of the same name. */
  const moved = new Map<string, string>();
  for (const collection of found.collections) {
    const sameName = byName.get(nameKey(collection.name));
    if (sameName !== undefined && sameName !== collection.id && !known.has(collection.id))
      moved.set(collection.id, sameName);
    else created.set(collection.id, collection);
  }
  const memories = found.memories.map(({ memory, collectionName, ...rest }) => {
    const own = memory.collection ?? null;
    const collection = collectionName === undefined ? own && (moved.get(own) ?? own) : idOf(collectionName);
    return { memory: { ...memory, collection }, ...rest };
  });
  return { memories, collections: created };
}

/**
 * If the file was imported before, its memories are stored already. Gives each memory its stored collection (if the
 * stored version is still the one in the file) and its stored dates (if the file doesn't say when the memory was
 * created). Otherwise the memory would conflict with the stored version.
 */
export async function withStoredValues(client: Client, { memories, collections }: ReadyImport): Promise<ReadyImport> {
  const versions = new Map(memories.map(({ memory }) => [memory.id, memory.version ?? 1]));
  const undated = new Set(memories.flatMap(({ memory, isUndated }) => (isUndated ? memory.id : [])));
  const stored = new Map<string, Partial<Pick<Memory, 'collection' | 'createdAt' | 'updatedAt'>>>();
  // Reads whole pages: to read thousands of memories one by one would take far more requests.
  for (const deleted of [false, true])
    for await (const one of client.memories.list({ limit: limits.maxPageSize, deleted }))
      stored.set(one.id, {
        ...(versions.get(one.id) === one.version && { collection: one.collection }),
        ...(undated.has(one.id) && { createdAt: one.createdAt, updatedAt: one.updatedAt }),
      });
  const completed = memories.map((one) => ({ ...one, memory: { ...one.memory, ...stored.get(one.memory.id) } }));
  const usedIn = (list: ReadyImport['memories']) => new Set(list.map(({ memory }) => memory.collection));
  const [before, now] = [usedIn(memories), usedIn(completed)];
  return {
    memories: completed,
    collections: new Map([...collections].filter(([id]) => now.has(id) || !before.has(id))),
  };
}

/**
 * Puts the memories that the import creates or replaces into one collection, given by `name` or by the `id` of an
 * existing one; null: into none. Leaves out the other memories of the file, so their stored versions stay unchanged.
 */
export async function intoOneCollection(
  client: Client,
  { memories }: ReadyImport,
  { created, updated }: ImportResult,
  { id, name = '' }: { id: string | null; name?: string | undefined },
): Promise<ReadyImport> {
  const named = name.trim() === '' ? undefined : await collectionsByName(client);
  const collection = named?.idOf(name) ?? id;
  const changes = new Set([...updated, ...created.map((one) => one.id)]);
  return {
    memories: memories
      .filter(({ memory }) => changes.has(memory.id))
      .map((one) => ({ ...one, memory: { ...one.memory, collection } })),
    collections: named?.created ?? new Map<string, ImportedCollection>(),
  };
}
