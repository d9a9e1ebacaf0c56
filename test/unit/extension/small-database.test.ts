import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRefusals, refusalTable } from '../../../src/extension/sites/refusals.ts';
import { storedValue } from '../../../src/extension/small-database.ts';

const site = 'https://shop.example';
let buckets: Map<string, IDBFactory>;

function stubBrowser(indexedDB: IDBFactory): void {
  buckets = new Map();
  vi.stubGlobal('indexedDB', indexedDB);
  vi.stubGlobal('IDBKeyRange', IDBKeyRange);
  vi.stubGlobal('navigator', {
    storageBuckets: {
      keys: async () => [...buckets.keys()],
      open: async (name: string) => ({ indexedDB: buckets.get(name) }),
    },
  });
}

const broken = Object.assign(new IDBFactory(), {
  open() {
    throw new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError');
  },
});

const folder = () => storedValue<string>({ name: 'folders', table: 'values' }, 'chosen');

beforeEach(() => stubBrowser(new IDBFactory()));
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a stored value is read later, and can be replaced and deleted', async () => {
  expect(await folder().get()).toBeUndefined();
  await folder().put('Safe');
  expect(await folder().get()).toBe('Safe');
  await folder().put('Attic');
  expect(await folder().get()).toBe('Attic');
  await folder().delete();
  expect(await folder().get()).toBeUndefined();
});

test('if a new IndexedDB replaces a broken one, values and refusals are stored in the new one', async () => {
  stubBrowser(broken);
  const refusals = createRefusals(refusalTable());
  // Control: the broken one is used as long as nothing replaces it.
  await expect(folder().put('Safe')).rejects.toThrow('backing store');
  await expect(refusals.mayAsk(site)).rejects.toThrow('backing store');

  buckets.set('commonplace-databases-2', new IDBFactory());
  await folder().put('Safe');
  expect(await folder().get()).toBe('Safe');
  expect(await refusals.mayAsk(site)).toBe(true);
  await refusals.deny(site, true);
  expect(await refusals.silent()).toEqual([site]);
  await refusals.forget(site);
  expect(await refusals.mayAsk(site)).toBe(true);
});
