import { nameKey } from '../../v1/keys.ts';
import { timeOf, type Operation } from '../call.ts';
import { collectionOf } from '../encode.ts';
import { charge } from '../quota.ts';
import { requireNotOwnOnly, requireAllCollections, visibleCollection } from '../visibility.ts';
import { requireFreeName } from './create-collection.ts';

export const updateCollection: Operation<'updateCollection'> = async (call) => {
  requireAllCollections(call.principal, 'rename collections');
  requireNotOwnOnly(call.principal, 'rename collections');
  const { name } = call.input.body;
  return call.write(async (writer) => {
    const { memoryCount, ...row } = await visibleCollection(writer, call.principal, call.input.params.id);
    if (row.name === name) return { body: collectionOf({ ...row, memoryCount }) };
    await requireFreeName(writer, name, row.id);
    await charge(writer, call.now);
    const renamed = { ...row, name, key: nameKey(name), updatedAt: timeOf(call.now) };
    await writer.putCollection(renamed);
    return { body: collectionOf({ ...renamed, memoryCount }) };
  });
};
