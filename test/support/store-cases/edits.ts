import type { MemoryRow } from '../../../src/service/ports/rows.ts';
import type { Store } from '../../../src/service/ports/store.ts';
import type { Edit } from './arbitraries.ts';
import { noon, owner } from './rows.ts';

/**
 * Applies the edits, one transaction each, and returns the expected memories by id. `kept`: the expected memories
 * before the edits; this map is updated in place.
 */
export async function applyEdits(
  store: Store,
  edits: Edit[],
  kept = new Map<string, MemoryRow>(),
): Promise<Map<string, MemoryRow>> {
  for (const change of edits) {
    await store.write(owner, async (writer) => {
      if (change.kind === 'erase') {
        await writer.eraseMemory(change.id, noon);
        kept.delete(change.id);
      } else {
        kept.set(change.row.id, await writer.putMemory(change.row));
      }
    });
  }
  return kept;
}
