import { forceCloseDatabase } from 'fake-indexeddb';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { derivedDatabase } from '../../../../src/store/dexie/names.ts';
import type { LocalStore } from '../../../../src/store/local-store.ts';
import { InMemoryFile } from '../../../support/in-memory-file.ts';
import { failWrite } from '../../../support/store-cases/failing-writes.ts';
import { done, FakeBrowser } from '../../../support/store-cases/fake-browser.ts';
import { memory, owner } from '../../../support/store-cases/rows.ts';

const limit = { requests: 2, seconds: 60 };
const now = Date.parse('2026-03-01T12:00:30.000Z');

async function take({ rates }: LocalStore): Promise<number> {
  const { remaining } = await rates.take([{ id: 'tok', rateLimit: limit }], now);
  await rates.persisted();
  return remaining;
}

/** A browser with a memory, a file, and one request left in the rate window of `tok`. */
async function filled(): Promise<{ browser: FakeBrowser; store: LocalStore }> {
  const browser = new FakeBrowser();
  const store = browser.store();
  await store.write(owner, (writer) => writer.putMemory(memory(1)));
  await store.files.write('a', Uint8Array.of(1));
  expect(await take(store)).toBe(1);
  return { browser, store };
}

const countMemories = (store: LocalStore) => store.read(owner, (reader) => reader.countMemories());

afterEach(() => {
  vi.restoreAllMocks();
});

test('rate windows and files survive a restart', async () => {
  const { browser, store } = await filled();
  await store.close();
  const next = browser.store();
  expect(await next.rates.lastUsed(['tok'])).toEqual(new Map([['tok', now]]));
  expect(await take(next)).toBe(0);
  expect(await next.files.read('a')).toEqual(Uint8Array.of(1));
});

test('after a kill, rate windows are read from a file, which is emptied once they are in the database', async () => {
  const [browser, file] = [new FakeBrowser(), new InMemoryFile()];
  const killed = browser.store({ openRatesFile: file.openFile });
  expect(await take(killed)).toBe(1);
  expect(await browser.rows(derivedDatabase)).toMatchObject({ windows: [] });
  const next = browser.store({ openRatesFile: file.openFile });
  expect(await take(next)).toBe(0);
  await vi.waitFor(async () =>
    expect(await browser.rows(derivedDatabase)).toMatchObject({ windows: [{ subject: 'tok', count: 2 }] }),
  );
  await vi.waitFor(() => expect(file.bytes.length).toBe(0));
});

describe('an unusable derived database', () => {
  test('is replaced if it is deleted while in use, and the memories stay', async () => {
    const { browser, store } = await filled();
    await done(browser.indexedDB.deleteDatabase(derivedDatabase));
    expect(await take(store)).toBe(0);
    await store.close();
    expect(await browser.store().rates.lastUsed(['tok'])).toEqual(new Map([['tok', now]]));
    expect(await store.files.read('a')).toBeUndefined();
    expect(await countMemories(store)).toBe(1);
  });

  test('is reopened without loss if it was only forcibly closed', async () => {
    const { browser, store } = await filled();
    forceCloseDatabase(browser.connection(derivedDatabase) as never);
    expect(await take(store)).toBe(0);
    expect(browser.deleted).toEqual([]);
  });

  test('is replaced if it can no longer be opened, and the memories stay', async () => {
    const { browser, store: earlier } = await filled();
    await earlier.close();
    const store = browser.store();
    browser.broken.set(derivedDatabase, { healsWhenDeleted: true });
    const [remaining, file] = await Promise.all([take(store), store.files.read('a')]);
    expect([remaining, file]).toEqual([1, undefined]);
    expect(await take(store)).toBe(0);
    expect(browser.deleted).toEqual([derivedDatabase]);
    expect(await countMemories(store)).toBe(1);
  });

  test('is replaced if its tables are missing', async () => {
    const browser = new FakeBrowser();
    const other = browser.indexedDB.open(derivedDatabase, 10);
    other.onupgradeneeded = () => other.result.createObjectStore('something else');
    (await done(other)).close();
    const store = browser.store();
    expect([await take(store), await take(store)]).toEqual([1, 0]);
  });
});

describe('requests are counted even', () => {
  test('if the derived database can be neither opened nor replaced', async () => {
    const { browser, store: earlier } = await filled();
    await earlier.close();
    const store = browser.store();
    browser.broken.set(derivedDatabase, { healsWhenDeleted: false });
    expect([await take(store), await take(store)]).toEqual([1, 0]);
    expect((await store.rates.take([{ id: 'tok', rateLimit: limit }], now)).allowed).toBe(false);
    expect(await store.rates.lastUsed(['tok'])).toEqual(new Map([['tok', now]]));
    await expect(store.files.read('a')).rejects.toThrow('Restart the browser');
    expect(await countMemories(store)).toBe(1);
  });

  test('if the derived database can be neither opened nor deleted', async () => {
    const { browser, store: earlier } = await filled();
    await earlier.close();
    const store = browser.store();
    browser.broken.set(derivedDatabase, { healsWhenDeleted: false, failsToDelete: true });
    expect([await take(store), await take(store)]).toEqual([1, 0]);
    await expect(store.files.read('a')).rejects.toThrow('Restart the browser');
  });

  test('while another window has an older version open', async () => {
    const browser = new FakeBrowser();
    const older = await done(browser.indexedDB.open(derivedDatabase, 1));
    const store = browser.store({ timeoutMs: 20 });
    expect([await take(store), await take(store)]).toEqual([1, 0]);
    expect(browser.deleted).toEqual([]);
    older.close();
  });

  test('if a write fails: the database is reopened, and the request counts once', async () => {
    const { browser, store } = await filled();
    failWrite(derivedDatabase, 'request', 1, 'UnknownError');
    expect(await take(store)).toBe(0);
    expect(browser.deleted).toEqual([]);
  });
});
