import { nameKey } from '../v1/keys.ts';
import type { StoreReader } from './ports/store.ts';
import { Problem } from './problem.ts';

/** @throws Problem `conflict` where another collection has this name, by key. */
export async function requireFreeName(reader: StoreReader, name: string, ownId?: string): Promise<void> {
  const taken = await reader.collectionByKey(nameKey(name));
  if (taken !== undefined && taken.id !== ownId)
    throw new Problem('conflict', `A collection with this name exists: “${taken.name}”.`);
}
