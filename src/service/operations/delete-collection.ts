import { timeOf, type Operation } from '../call.ts';
import { charge } from '../quota.ts';
import { requireNotOwnOnly, requireAllCollections, visibleCollection } from '../visibility.ts';

export const deleteCollection: Operation<'deleteCollection'> = async (call) => {
  requireAllCollections(call.principal, 'delete collections');
  requireNotOwnOnly(call.principal, 'delete collections');
  return call.write(async (writer) => {
    const { id } = await visibleCollection(writer, call.principal, call.input.params.id);
    await charge(writer, call.now);
    await writer.emptyCollection(id, timeOf(call.now));
    await writer.deleteCollection(id);
    return { body: undefined };
  });
};
