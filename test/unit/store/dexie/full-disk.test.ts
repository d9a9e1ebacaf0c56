import { afterEach, describe, expect, test, vi } from 'vitest';
import { StorageFull, StoreUnavailable } from '../../../../src/service/ports/failures.ts';
import type { StoreWriter } from '../../../../src/service/ports/store.ts';
import { derivedDatabase, strictDatabase } from '../../../../src/store/dexie/names.ts';
import { failWrite, type FailureAt } from '../../../support/store-cases/failing-writes.ts';
import { FakeBrowser } from '../../../support/store-cases/fake-browser.ts';
import { collection, idempotencyRow, idOf, memory, noon, owner } from '../../../support/store-cases/rows.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

async function save(writer: StoreWriter): Promise<void> {
  await writer.charge('2026-03-01', null);
  await writer.putMemory(memory(2, { tags: ['New'], collection: idOf('col', 1) }));
  await writer.eraseMemory(idOf('mem', 1), noon);
  await writer.putIdempotency(idempotencyRow('one'));
}

async function filled(): Promise<FakeBrowser> {
  const browser = new FakeBrowser();
  await browser.store().write(owner, async (writer) => {
    await writer.putCollection(collection(1, 'One'));
    await writer.putMemory(memory(1, { tags: ['Old'], collection: idOf('col', 1) }));
  });
  return browser;
}

describe.each<FailureAt>(['request', 'abort', 'commit'])('a full disk that the browser reports at %s', (at) => {
  test('makes a write fail with StorageFull and store nothing; later, the same write succeeds', async () => {
    const roomy = await filled();
    const counting = failWrite(strictDatabase, at, Infinity, 'QuotaExceededError');
    await roomy.store().write(owner, save);
    const writes = counting.writes();
    vi.restoreAllMocks();
    expect(writes).toBeGreaterThan(8);
    for (let nth = 1; nth <= writes; nth++) {
      const browser = await filled();
      const before = await browser.rows(strictDatabase);
      const store = browser.store();
      failWrite(strictDatabase, at, nth, 'QuotaExceededError');
      await expect(store.write(owner, save), `write ${nth}`).rejects.toThrow(StorageFull);
      expect(await browser.rows(strictDatabase)).toEqual(before);
      await store.write(owner, save);
      expect(await browser.rows(strictDatabase)).not.toEqual(before);
      expect(browser.deleted).toEqual([]);
      vi.restoreAllMocks();
    }
  });

  test('still allows requests, and memories can be read', async () => {
    const browser = await filled();
    const store = browser.store();
    const failing = failWrite(derivedDatabase, at, 1, 'QuotaExceededError');
    const limit = { requests: 1, seconds: 60 };
    expect(await store.rates.take([{ id: 'tok', rateLimit: limit }], 0)).toMatchObject({ allowed: true });
    await store.rates.persisted();
    expect(failing.writes()).toBe(1);
    expect(await store.read(owner, (reader) => reader.memory(idOf('mem', 1)))).toBeDefined();
    expect(browser.deleted).toEqual([]);
  });

  test('makes the write of an index file fail and keeps the old file', async () => {
    const store = new FakeBrowser().store();
    await store.files.write('a', Uint8Array.of(1));
    failWrite(derivedDatabase, at, 1, 'QuotaExceededError');
    await expect(store.files.write('a', Uint8Array.of(2))).rejects.toThrow(StorageFull);
    expect(await store.files.read('a')).toEqual(Uint8Array.of(1));
  });
});

test('the error about a full disk says what to do', async () => {
  const store = new FakeBrowser().store();
  failWrite(strictDatabase, 'commit', 1, 'QuotaExceededError');
  await expect(store.write(owner, save)).rejects.toThrow(/full\. Nothing was stored\. Free some space/);
});

describe('a disk so full that no database can be opened', () => {
  test('is distinguished from a broken database by the free space, and nothing is deleted', async () => {
    const browser = await filled();
    let free = 0;
    const store = browser.store({ freeSpace: async () => free });
    for (const name of [strictDatabase, derivedDatabase]) browser.broken.set(name, { healsWhenDeleted: false });
    await expect(store.write(owner, save)).rejects.toThrow(StorageFull);
    expect(await store.rates.take([{ id: 'tok', rateLimit: { requests: 1, seconds: 60 } }], 0)).toMatchObject({
      allowed: true,
    });
    expect(browser.deleted).toEqual([]);
    free = 1e9;
    await expect(store.write(owner, save)).rejects.toThrow(StoreUnavailable);
    browser.broken.clear();
    await store.write(owner, save);
  });
});
