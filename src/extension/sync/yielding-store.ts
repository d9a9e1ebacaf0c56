import type { SyncStore } from '../../service/ports/sync.ts';
import type { OpenWork } from '../engine/open-work.ts';

/**
 * The store, with writes that wait until no request is open. Without this, a search might wait for a write before each
 * of its reads.
 */
export const yieldingStore = (store: SyncStore, { untilNoRequests }: OpenWork): SyncStore => ({
  read: (work) => store.read(work),
  async write(work) {
    await untilNoRequests();
    return store.write(work);
  },
});
