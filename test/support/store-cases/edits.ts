import type { MemoryRow } from '../../../src/service/ports/rows.ts';
import type { Store } from '../../../src/service/ports/store.ts';
import type { Edit } from './arbitraries.ts';
import { noon, owner } from './rows.ts';

/** Makes the edits in the store, one transaction each, and answers the memories that must be there afterwards, by id. */
export async function edit(
  store: Store,
  edits: Edit[],
  kept = new Map<string, MemoryRow>(),
): Promise<Map<string, MemoryRow>> {
  for (const one of edits) {
    await store.write(owner, async (writer) => {
      if (one.kind === 'erase') {
        await writer.eraseMemory(one.id, noon);
        kept.delete(one.id);
      } else {
        kept.set(one.row.id, await writer.putMemory(one.row));
      }
    });
  }
  return kept;
}
