import { IDBDatabase } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { derivedDatabase, strictDatabase } from '../../../../src/store/dexie/names.ts';
import { FakeBrowser } from '../../../support/store-cases/fake-browser.ts';
import { collection, idempotencyRow, idOf, memory, noon, owner, token } from '../../../support/store-cases/rows.ts';

/** The durability requested for each write transaction, by database name. */
let requested: [database: string, durability: string | undefined][];

beforeEach(() => {
  requested = [];
  const transaction = IDBDatabase.prototype.transaction;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, names, mode, options) {
    if (mode === 'readwrite') requested.push([this.name, options?.durability]);
    return transaction.call(this, names, mode, options);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

test('flushes every write to the strict database', async () => {
  const store = new FakeBrowser().store();
  await store.write(owner, (writer) => writer.putMemory(memory(1)));
  await store.write(owner, (writer) => writer.eraseMemory(idOf('mem', 1), noon));
  await store.write(owner, (writer) => writer.putCollection(collection(1, 'One')));
  await store.write(owner, (writer) => writer.deleteCollection(idOf('col', 1)));
  await store.write(owner, (writer) => writer.putToken(token(1)));
  await store.write(owner, (writer) => writer.deleteToken(idOf('tok', 1)));
  await store.write(owner, (writer) => writer.putIdempotency(idempotencyRow('one')));
  await store.write(owner, (writer) => writer.dropIdempotencyBefore(noon));
  await store.write(owner, (writer) => writer.charge('2026-03-01', null));
  await store.write(owner, (writer) => writer.refund('2026-03-01', null));
  await store.write(owner, (writer) => writer.setPlan('free'));
  await store.write(owner, (writer) => writer.putSetting('a', 'b'));
  expect(requested).toEqual(Array.from({ length: 12 }, () => [strictDatabase, 'strict']));
});

test('doesn’t flush writes to the derived database', async () => {
  const store = new FakeBrowser().store();
  await store.rates.take([{ id: 'tok', rateLimit: { requests: 1, seconds: 60 } }], 0);
  await store.files.write('a', Uint8Array.of(1));
  await store.files.remove('a');
  expect(requested).toEqual(Array.from({ length: 3 }, () => [derivedDatabase, 'relaxed']));
});

test('writes nothing when reading', async () => {
  const store = new FakeBrowser().store();
  await store.read(owner, (reader) => reader.usage());
  await store.findToken(idOf('tok', 1));
  await store.files.read('a');
  await store.rates.lastUsed(['tok']);
  expect(requested).toEqual([]);
});
