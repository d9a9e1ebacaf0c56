import { clockAfter } from '../service/settled-clock.ts';
import { forgetEdit, sweepDrafts, type DraftStorage } from '../ui/state/draft-store.ts';
import type { LastImportStore } from '../ui/transfer/last-import.ts';
import type { RequestEnvelope } from '../v1/envelope.ts';
import { operations, versionPrefix } from '../v1/operations.ts';

const { method, path } = operations.deleteMemory;
const start = versionPrefix + path.replace(':id', '');

/** The key, in the storage of drafts, under which the state of the clock (`clockAfter`) is stored. */
const clockKey = 'clock';

/**
 * Removes expired drafts and an expired record of the last import, unless the clock may be wrong. Returns a listener
 * for requests. If a request deletes a memory for good, the listener also removes the memory from the drafts and from
 * that record.
 */
export function forgetDeleted(
  drafts: DraftStorage,
  lastImport: LastImportStore,
  now: number,
): (request: RequestEnvelope) => void {
  if (isSettled(drafts, now)) {
    sweepDrafts(drafts, now);
    void lastImport.dropExpired().catch(() => {});
  }
  return (request) => {
    if (request.method !== method || !request.path.startsWith(start)) return;
    const { pathname, searchParams } = new URL(request.path, 'http://service');
    if (searchParams.get('permanent') !== 'true') return;
    const id = decodeURIComponent(pathname.slice(start.length));
    forgetEdit(drafts, id);
    void lastImport.forget(id).catch(() => {});
  };
}

function isSettled(storage: DraftStorage, now: number): boolean {
  const { text, settled } = clockAfter(storage.getItem(clockKey), now);
  try {
    storage.setItem(clockKey, text);
  } catch {
    // The disk is full.
  }
  return settled;
}
