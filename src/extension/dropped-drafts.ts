import { forgetEdit, sweepDrafts, type DraftStorage } from '../ui/state/draft-store.ts';
import type { RequestEnvelope } from '../v1/envelope.ts';
import { operations, versionPrefix } from '../v1/operations.ts';

const { method, path } = operations.deleteMemory;
const start = versionPrefix + path.replace(':id', '');

/** Drops the draft of an edit as soon as its memory is deleted for good, and at the start all drafts that are too old. */
export function droppedDrafts(storage: DraftStorage, now: number): (request: RequestEnvelope) => void {
  sweepDrafts(storage, now);
  return (request) => {
    if (request.method !== method || !request.path.startsWith(start)) return;
    const { pathname, searchParams } = new URL(request.path, 'http://service');
    if (searchParams.get('permanent') === 'true') forgetEdit(storage, decodeURIComponent(pathname.slice(start.length)));
  };
}
