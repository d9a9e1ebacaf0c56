import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { emptyDatabase, syncDatabase } from '../../../../src/store/dexie/names.ts';
import { dexieSyncKeeping } from '../../../../src/store/dexie/sync-scratch.ts';

const credentials = { address: 'https://memory.example', token: 'cpk_secret' };

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Lets time pass, and waits for the deletions that are due by then. */
async function pass(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

test('after `forget`, the database’s deletion is repeated three times, unless something new is stored', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const indexedDB = new IDBFactory();
  const [deleted, opened] = [vi.spyOn(indexedDB, 'deleteDatabase'), vi.spyOn(indexedDB, 'open')];
  const keeping = dexieSyncKeeping({ indexedDB, IDBKeyRange });
  await keeping.putCredentials(credentials);
  await keeping.forget();
  expect(await keeping.credentials()).toBeUndefined();
  // `forget` deletes an empty database first, which makes Chromium write to a file what it has buffered. Without this,
  // the token could stay on the disk (src/store/dexie/sync-scratch.ts).
  expect(deleted.mock.calls).toEqual([[emptyDatabase], [syncDatabase]]);
  for (const [seconds, times] of [
    [2, 3],
    [15, 4],
    [60, 5],
    [600, 5],
  ] as const) {
    await pass(seconds);
    expect(deleted).toHaveBeenCalledTimes(times);
    // Before each deletion, the database is created, since Chromium removes files only if the deleted database exists.
    expect(opened).toHaveBeenCalledTimes(times);
  }

  await keeping.putCredentials(credentials);
  await keeping.forget();
  await keeping.putCredentials(credentials);
  await pass(77);
  expect([await keeping.credentials(), deleted.mock.calls.length]).toEqual([credentials, 7]);
  keeping.close();
});

test('`forget` deletes the token even if the disk is too full to create the empty database', async () => {
  const indexedDB = new IDBFactory();
  const keeping = dexieSyncKeeping({ indexedDB, IDBKeyRange });
  await keeping.putCredentials(credentials);
  vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  });
  await keeping.forget();
  expect(await keeping.credentials()).toBeUndefined();
  keeping.close();
});

test.each([0, 1, 2, 3, 5, 8, 12])(
  'keeps a token that is stored %i turns of the event loop after a repeated deletion began',
  async (turns) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const keeping = dexieSyncKeeping({ indexedDB: new IDBFactory(), IDBKeyRange });
    await keeping.putCredentials(credentials);
    await keeping.forget();
    await keeping.credentials();
    vi.advanceTimersByTime(2_000);
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
    await keeping.putCredentials(credentials);
    await pass(77);
    expect(await keeping.credentials()).toEqual(credentials);
    keeping.close();
  },
);

test('a later page replaces what an earlier page showed of a memory; rows of old releases can be read', async () => {
  const options = { indexedDB: new IDBFactory(), IDBKeyRange };
  const keeping = dexieSyncKeeping(options);
  const sweep = { source: 'list' as const, startedAt: 1, cursor: null, cursors: [] };
  const second = { ...sweep, cursor: 'b', cursors: ['a'] };
  await keeping.beginSweep(sweep);
  const first = { mem_1: 'early', mem_2: 'same' };
  await keeping.addPage(sweep, new Map(Object.entries(first)));
  await keeping.addPage(second, new Map([['mem_1', 'late']]));
  const seen = new Map(Object.entries({ ...first, mem_1: 'late' }));
  expect(await keeping.sweep()).toEqual({ sweep: second, seen });

  const database = new Dexie(syncDatabase, options);
  await database.open();
  await database.table('pages').put({ page: 1, ids: ['mem_3'] });
  expect((await keeping.sweep())?.seen.get('mem_3')).toBe('');
  database.close();
  keeping.close();
});

test('pauses survive a restart, but aren’t kept for the next server', async () => {
  const options = { indexedDB: new IDBFactory(), IDBKeyRange };
  const keeping = dexieSyncKeeping(options);
  const pauses = { all: 5, writes: 6, setAt: 1 };
  expect(await keeping.pauses()).toEqual({ all: 0, writes: 0, setAt: 0 });
  await keeping.putPauses(pauses);
  expect(await keeping.pauses()).toEqual(pauses);
  keeping.close();

  const restarted = dexieSyncKeeping(options);
  expect(await restarted.pauses()).toEqual(pauses);
  await restarted.forget();
  expect(await restarted.pauses()).toEqual({ all: 0, writes: 0, setAt: 0 });
  restarted.close();
});

test.each([0, 1, 2, 3])(
  '`forget` also drops pauses whose reading or writing began %i turns of the event loop earlier',
  async (turns) => {
    const options = { indexedDB: new IDBFactory(), IDBKeyRange };
    const pauses = { all: 5, writes: 6, setAt: 1 };
    const first = dexieSyncKeeping(options);
    await first.putPauses(pauses);
    first.close();
    for (const begin of ['pauses', 'putPauses'] as const) {
      const keeping = dexieSyncKeeping(options);
      await keeping.credentials();
      const begun = keeping[begin](pauses);
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
      await keeping.forget();
      await begun.catch(() => {});
      expect(await keeping.pauses()).toEqual({ all: 0, writes: 0, setAt: 0 });
      keeping.close();
    }
  },
);
