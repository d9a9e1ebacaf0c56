import { keptSecret } from '../kept-secret.ts';
import type { ChangeFeed } from '../ports/keyword-index.ts';
import { storeNameSetting, type Owner, type Store } from '../ports/store.ts';

/** What the indexes of an owner follow. */
export type FeedOf = (owner: Owner) => Promise<ChangeFeed>;

/** A store is known by a random name, so that an index kept for another one is noticed. */
export function feedsOf(store: Store): FeedOf {
  const nameOf = keptSecret(store, storeNameSetting);
  return async (owner) => ({
    store: await nameOf(owner),
    changes: (seq, limit) => store.read(owner, (reader) => reader.changes(seq, limit)),
    lastSeq: () => store.read(owner, (reader) => reader.lastSeq()),
  });
}
