import { beforeEach, expect, it } from 'vitest';
import { draftStore, type DraftStorage } from '../../../../src/ui/state/draft-store.ts';
import type { SaveDraft } from '../../../../src/ui/state/save-draft.ts';
import { storageInMemory } from '../popup/screen.ts';

let storage: ReturnType<typeof storageInMemory>;

beforeEach(() => {
  storage = storageInMemory();
});

/** Storage that holds at most this many characters. */
function limited(most: number): DraftStorage {
  const sizeWithout = (key: string) =>
    storage.keys().reduce((sum, other) => sum + (other === key ? 0 : other.length + storage.getItem(other)!.length), 0);
  return {
    ...storage,
    get length() {
      return storage.length;
    },
    setItem(key, value) {
      if (sizeWithout(key) + key.length + value.length > most) throw new DOMException('full', 'QuotaExceededError');
      storage.setItem(key, value);
    },
  };
}

const note = (length: number): SaveDraft => ({ kind: 'note', content: 'x'.repeat(length), tags: [] });
const lengths = () =>
  draftStore(storage)
    .newDrafts()
    .map(({ draft }) => draft.content.length);

it('a draft continued on a full disk stays stored once, with its changes if the space suffices', () => {
  const store = draftStore(limited(5_000));
  store.putAside(note(3_000));
  store.claim(store.newDrafts()[0]!);
  expect(lengths()).toEqual([3_000]);
  store.putNew(note(6_000));
  expect(lengths()).toEqual([3_000]);
  store.putNew(note(3_100));
  expect(lengths()).toEqual([3_100]);
  store.dropNew({ draft: note(3_100) });
  expect(storage.keys()).toEqual([]);
});

it('a draft continued on a full disk is deleted after its save', () => {
  const store = draftStore(limited(5_000));
  store.putAside(note(3_000));
  store.claim(store.newDrafts()[0]!);
  store.dropNew({ draft: note(3_000) });
  expect(storage.keys()).toEqual([]);
});

it('a draft that doesn’t fit on a full disk leaves another screen’s draft stored once', () => {
  const store = draftStore(limited(2_700));
  store.putAside(note(1_000));
  const [kept] = store.newDrafts();
  draftStore(storage).putNew(note(600));
  store.claim(kept!);
  for (const length of [2_000, 2_100]) expect(store.putNew(note(length))).toBe(false);
  expect(lengths().toSorted((one, other) => one - other)).toEqual([600, 1_000]);
});

it('another screen’s draft is kept when a draft that doesn’t fit on a full disk is discarded or shortened', () => {
  const store = draftStore(limited(2_700));
  draftStore(storage).putNew(note(600));
  expect(store.putNew(note(2_000))).toBe(false);
  store.dropNew({ draft: note(2_000) });
  expect(lengths()).toEqual([600]);
  expect(store.putNew(note(2_000))).toBe(false);
  expect(store.putNew(note(800))).toBe(true);
  expect(lengths().toSorted((one, other) => one - other)).toEqual([600, 800]);
});
