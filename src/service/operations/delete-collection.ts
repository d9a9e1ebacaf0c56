import { timeOf, type Operation } from '../call.ts';
import type { StoreWriter } from '../ports/store.ts';
import { charge } from '../quota.ts';
import { requireNotOwnOnly, requireAllCollections, visibleCollection } from '../visibility.ts';

/** Memories per read, so that a large collection is never in memory whole. */
const batchSize = 200;

export const deleteCollection: Operation<'deleteCollection'> = async (call) => {
  requireAllCollections(call.principal, 'delete collections');
  requireNotOwnOnly(call.principal, 'delete collections');
  return call.write(async (writer) => {
    const { id } = await visibleCollection(writer, call.principal, call.input.params.id);
    await charge(writer, call.now);
    for (const deleted of [false, true]) await empty(writer, id, deleted, timeOf(call.now));
    await writer.deleteCollection(id);
    return { body: undefined };
  });
};

/** Removes a collection's memories from it, the live ones or those in the trash. */
async function empty(writer: StoreWriter, id: string, deleted: boolean, at: string): Promise<void> {
  for (;;) {
    const rows = await writer.listMemories({ deleted, collections: [id], limit: batchSize });
    for (const row of rows)
      await writer.putMemory({ ...row, collection: null, version: row.version + 1, updatedAt: at });
    if (rows.length < batchSize) return;
  }
}
