import { setImmediate } from 'node:timers/promises';
import { forceCloseDatabase, IDBDatabase, IDBFactory } from 'fake-indexeddb';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../../../../src/service/ports/failures.ts';
import type { StoreWriter } from '../../../../src/service/ports/store.ts';
import { strictDatabase } from '../../../../src/store/dexie/names.ts';
import { failWrite } from '../../../support/store-cases/failing-writes.ts';
import { done, FakeBrowser } from '../../../support/store-cases/fake-browser.ts';
import { idOf, memory, owner } from '../../../support/store-cases/rows.ts';

const id = idOf('mem', 1);

async function filled(): Promise<{ browser: FakeBrowser; store: ReturnType<FakeBrowser['store']> }> {
  const browser = new FakeBrowser();
  const store = browser.store();
  await store.write(owner, (writer) => writer.putMemory(memory(1)));
  return { browser, store };
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('reopens the database', () => {
  test('after the store is closed', async () => {
    const { store } = await filled();
    await store.close();
    expect(await store.read(owner, (reader) => reader.memory(id))).toBeDefined();
  });

  test('after the browser forcibly closes it', async () => {
    const { browser, store } = await filled();
    forceCloseDatabase(browser.connection(strictDatabase) as never);
    await store.write(owner, (writer) => writer.putMemory(memory(2)));
    expect(await store.read(owner, (reader) => reader.countMemories())).toBe(2);
  });

  test('at most twice for 20 concurrent requests if it was closed without an event', async () => {
    const { browser, store } = await filled();
    browser.connection(strictDatabase).close();
    const writing = Array.from({ length: 20 }, (_, number) =>
      store.write(owner, (writer) => writer.putMemory(memory(number))),
    );
    await Promise.all(writing);
    expect(await store.read(owner, (reader) => reader.countMemories())).toBe(20);
    expect(browser.connections.get(strictDatabase)?.length).toBeLessThanOrEqual(3);
  });

  test('if no transaction on its connection works any more', async () => {
    let dead: IDBDatabase | undefined;
    const transaction = IDBDatabase.prototype.transaction;
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
      if (this === dead) throw new DOMException('Internal error', 'UnknownError');
      return transaction.apply(this, args);
    });
    const { browser, store } = await filled();
    dead = browser.connection(strictDatabase);
    const answers = Promise.all([1, 2, 3].map(() => store.read(owner, (reader) => reader.countMemories())));
    expect(await answers).toEqual([1, 1, 1]);
  });

  test('if the connection breaks during a write, and repeats the write', async () => {
    const { store } = await filled();
    const work = vi.fn((writer: StoreWriter) => writer.putMemory(memory(2)));
    failWrite(strictDatabase, 'abort', 2, 'UnknownError');
    expect((await store.write(owner, work)).seq).toBe(2);
    expect(work).toHaveBeenCalledTimes(2);
    expect(await store.read(owner, (reader) => reader.countMemories())).toBe(2);
  });
});

test('doesn’t repeat a write that may have been committed', async () => {
  const { browser, store } = await filled();
  const work = vi.fn((writer: StoreWriter) => writer.putMemory(memory(2)));
  failWrite(strictDatabase, 'commit', 1, 'UnknownError');
  await expect(store.write(owner, work)).rejects.toThrow(StoreUnavailable);
  expect(work).toHaveBeenCalledTimes(1);
  expect(browser.deleted).toEqual([]);
});

describe('says what to do about a database that doesn’t open, and changes nothing', () => {
  test('if it is broken', async () => {
    const { browser, store } = await filled();
    await store.close();
    browser.broken.set(strictDatabase, { healsWhenDeleted: true });
    const reading = store.read(owner, (reader) => reader.memory(id));
    await expect(reading).rejects.toThrow(StoreUnavailable);
    await expect(reading).rejects.toThrow(/Restart the browser; nothing was deleted/);
    await expect(store.write(owner, (writer) => writer.putMemory(memory(2)))).rejects.toThrow(StoreUnavailable);
    await expect(store.findToken(id)).rejects.toThrow(StoreUnavailable);
    expect(browser.deleted).toEqual([]);
    browser.broken.clear();
    expect(await store.read(owner, (reader) => reader.memory(id))).toBeDefined();
  });

  test('while another window has an older version open', async () => {
    const browser = new FakeBrowser();
    const older = await done(browser.indexedDB.open(strictDatabase, 1));
    const store = browser.store();
    const versionChange = new Promise((resolve) => (older.onversionchange = resolve));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const first = expect(store.read(owner, (reader) => reader.usage())).rejects.toThrow(
      /Close all other Commonplace tabs and windows/,
    );
    await versionChange;
    for (let turn = 0; turn < 20; turn++) await setImmediate();
    await vi.advanceTimersByTimeAsync(10_000);
    await first;
    vi.useRealTimers();
    await expect(store.write(owner, (writer) => writer.putMemory(memory(1)))).rejects.toThrow(StoreUnavailable);
    older.close();
    await vi.waitFor(async () => expect(await store.read(owner, (reader) => reader.countMemories())).toBe(0));
    await store.close();
    expect(await store.read(owner, (reader) => reader.countMemories())).toBe(0);
    expect(browser.deleted).toEqual([]);
  });

  test('if the browser never responds; the first request waits, later ones fail at once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const indexedDB = new IDBFactory();
    indexedDB.open = () => new EventTarget() as never;
    const store = new FakeBrowser().store({ indexedDB });
    const first = expect(store.read(owner, (reader) => reader.usage())).rejects.toThrow(/restart the browser/);
    await vi.advanceTimersByTimeAsync(10_000);
    await first;
    await expect(store.read(owner, (reader) => reader.usage())).rejects.toThrow(/restart the browser/);
  });
});
