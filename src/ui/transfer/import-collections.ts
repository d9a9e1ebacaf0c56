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

async function collectionsByName(client: Client) {
  const here = await Array.fromAsync(client.collections.list({ limit: limits.maxPageSize }));
  const byName = new Map(here.map(({ id, name }) => [nameKey(name), id]));
  /** The collections that the import sends, by id. */
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
 * Replaces the collections in the file by existing ones with the same id or else the same name. A collection without a
 * match will be created.
 */
export async function resolveCollections(client: Client, found: Found): Promise<ReadyImport> {
  const { here, byName, created, idOf } = await collectionsByName(client);
  const known = new Set(here.map(({ id }) => id));
  /** From ids of collections in the file to ids of existing collections with the same name. */
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
 * Prevents conflicts when a file is imported again. Replaces values from the file by those of the stored memory:
 * - the collection, if the stored version number is the one in the file;
 * - the dates, if the file doesn't say when the memory was created.
 */
export async function withStoredValues(client: Client, { memories, collections }: ReadyImport): Promise<ReadyImport> {
  const versions = new Map(memories.map(({ memory }) => [memory.id, memory.version ?? 1]));
  const undated = new Set(memories.flatMap(({ memory, isUndated }) => (isUndated ? memory.id : [])));
  const stored = new Map<string, Partial<Pick<Memory, 'collection' | 'createdAt' | 'updatedAt'>>>();
  // Whole pages take far fewer requests than single reads.
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
 * Puts the memories that the import creates or updates into one collection. A `name` that isn't blank wins over `id`.
 * The `id` null means no collection. Leaves out the file's other memories, so their stored versions stay unchanged.
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
