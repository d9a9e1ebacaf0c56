import { forgetEdit, sweepDrafts, type DraftStorage } from '../ui/state/draft-store.ts';
import type { LastImportStore } from '../ui/transfer/last-import.ts';
import type { RequestEnvelope } from '../v1/envelope.ts';
import { operations, versionPrefix } from '../v1/operations.ts';

const { method, path } = operations.deleteMemory;
const start = versionPrefix + path.replace(':id', '');

/**
 * Drops what own pages still keep of a memory as soon as it is deleted for good: the draft of an edit, and its former text if an
 * import replaced it. At the start it drops all that is too old.
 */
export function forgetDeleted(
  drafts: DraftStorage,
  lastImport: LastImportStore,
  now: number,
): (request: RequestEnvelope) => void {
  sweepDrafts(drafts, now);
  // Reading drops it if it is too old.
  void lastImport.read();
  return (request) => {
    if (request.method !== method || !request.path.startsWith(start)) return;
    const { pathname, searchParams } = new URL(request.path, 'http://service');
    if (searchParams.get('permanent') !== 'true') return;
    const id = decodeURIComponent(pathname.slice(start.length));
    forgetEdit(drafts, id);
    void lastImport.forget(id).catch(() => {});
  };
}
