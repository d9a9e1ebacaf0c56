import { randomSetting } from '../random-setting.ts';
import type { ChangeFeed } from '../ports/keyword-index.ts';
import { storeNameSetting, type Owner, type Store } from '../ports/store.ts';

/** Returns the change feed that an owner's indexes follow. */
export type FeedOf = (owner: Owner) => Promise<ChangeFeed>;

/** Each feed carries its store's random name, so that an index can tell if it was built from another store. */
export function feedsOf(store: Store): FeedOf {
  const nameOf = randomSetting(store, storeNameSetting);
  return async (owner) => ({
    store: await nameOf(owner),
    changes: (seq, limit) => store.read(owner, (reader) => reader.changes(seq, limit)),
    lastSeq: () => store.read(owner, (reader) => reader.lastSeq()),
  });
}
