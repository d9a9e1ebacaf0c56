import type { SyncStore } from '../../service/ports/sync.ts';
import type { OpenWork } from '../engine/open-work.ts';

/**
 * The store, with writes that wait until no request is open. Otherwise each read of a search could wait for another
 * write.
 */
export const yieldingStore = (store: SyncStore, { untilNoRequests }: OpenWork): SyncStore => ({
  read: (work) => store.read(work),
  async write(work) {
    await untilNoRequests();
    return store.write(work);
  },
});
