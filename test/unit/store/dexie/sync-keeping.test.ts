import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { dexieSyncKeeping } from '../../../../src/store/dexie/sync-scratch.ts';

const credentials = { address: 'https://memory.example', token: 'cpk_secret' };

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Waits until the time after which an empty database is deleted once more, and for what that does. */
async function pass(): Promise<void> {
  await vi.advanceTimersByTimeAsync(2_000);
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

test('what sync forgets is deleted twice, unless something new was stored meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const indexedDB = new IDBFactory();
  const deleted = vi.spyOn(indexedDB, 'deleteDatabase');
  const keeping = dexieSyncKeeping({ indexedDB, IDBKeyRange });
  await keeping.putCredentials(credentials);
  await keeping.forget();
  expect([await keeping.credentials(), deleted.mock.calls.length]).toEqual([undefined, 1]);
  await pass();
  expect(deleted).toHaveBeenCalledTimes(2);

  await keeping.putCredentials(credentials);
  await keeping.forget();
  await keeping.putCredentials(credentials);
  await pass();
  expect([await keeping.credentials(), deleted.mock.calls.length]).toEqual([credentials, 3]);
  keeping.close();
});
