import { nameKey } from '../../v1/keys.ts';
import { timeOf, type Operation } from '../call.ts';
import { collectionOf } from '../encode.ts';
import type { StoreReader } from '../ports/store.ts';
import { Problem } from '../problem.ts';
import { charge } from '../quota.ts';
import { requireAllCollections } from '../visibility.ts';

export const createCollection: Operation<'createCollection'> = async (call) => {
  requireAllCollections(call.principal, 'create collections');
  const { name } = call.input.body;
  return call.write(async (writer) => {
    await requireFreeName(writer, name);
    await charge(writer, call.now);
    const at = timeOf(call.now);
    const row = { id: call.parts.newId('col', call.now), name, key: nameKey(name), createdAt: at, updatedAt: at };
    await writer.putCollection(row);
    return { body: collectionOf({ ...row, memoryCount: 0 }) };
  });
};

/** @throws Problem `conflict` if another collection has this name, by `nameKey`: letter case doesn't count */
export async function requireFreeName(reader: StoreReader, name: string, ownId?: string): Promise<void> {
  const taken = await reader.collectionByKey(nameKey(name));
  if (taken !== undefined && taken.id !== ownId)
    throw new Problem('conflict', `A collection with this name exists: “${taken.name}”.`);
}
