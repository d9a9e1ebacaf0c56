import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { inboxRows } from '../../../../src/extension/inbox/database.ts';
import { createInbox } from '../../../../src/extension/inbox/inbox.ts';
import type { InboxRows } from '../../../../src/extension/inbox/row.ts';
import {
  clearStoredRows,
  closedToPages,
  mirrored,
  storedRows,
  type StoredValues,
} from '../../../../src/extension/inbox/mirror.ts';
import { inboxHost, saving } from '../../../support/inbox.ts';

/** A `storage.local` that also has a value of another part of the extension. */
function localStorage(): StoredValues {
  const stored = new Map<string, unknown>([['something else', 1]]);
  return {
    get: async () => structuredClone(Object.fromEntries(stored)),
    set: async (values) => Object.entries(values).forEach(([key, row]) => stored.set(key, structuredClone(row))),
    remove: async (keys) => keys.forEach((key) => stored.delete(key)),
  };
}

const row = (idempotencyKey: string, createdAt: number, refusal?: string) => ({
  idempotencyKey,
  createdAt,
  ...saving('Ruff'),
  ...(refusal && { refusal }),
});

const gone = async (): Promise<never> => {
  throw new Error('gone');
};
const broken: InboxRows = { put: gone, get: gone, delete: gone, list: gone };

const database = () => inboxRows({ location: async () => ({ indexedDB: new IDBFactory(), IDBKeyRange }) });

test('sends waiting saves even after the browser deleted every database', async () => {
  const device = inboxHost();
  const values = localStorage();
  const inbox = (ask = device.ask) =>
    createInbox({ rows: mirrored(database(), storedRows(values)), ask, clock: device.clock });
  expect(await inbox(gone).deliver(saving('Ruff'))).toEqual({ state: 'waiting' });
  const next = inbox();
  await next.replay();
  expect(await device.texts()).toEqual(['Ruff']);
  expect(await next.waiting()).toEqual({ pending: [], old: [], refused: [], unreadable: [] });
  expect(await values.get()).toEqual({ 'something else': 1 });
});

test('control: waiting saves are lost with the databases if storage.local has no copy', async () => {
  const device = inboxHost();
  await createInbox({ rows: database(), ask: gone, clock: device.clock }).deliver(saving('Ruff'));
  await createInbox({ rows: database(), ask: device.ask, clock: device.clock }).replay();
  expect(await device.texts()).toEqual([]);
});

test('lists each row once, oldest first; a row in both storages comes from the first storage', async () => {
  const first = database();
  const second = storedRows(localStorage());
  await first.put(row('b', 2, 'A reason.'));
  await second.put(row('b', 2));
  await second.put(row('c', 3));
  await first.put(row('a', 1));
  const both = mirrored(first, second);
  expect((await both.list()).rows.map(({ idempotencyKey, refusal }) => [idempotencyKey, refusal])).toEqual([
    ['a', undefined],
    ['b', 'A reason.'],
    ['c', undefined],
  ]);
  expect(await both.get('c')).toEqual(row('c', 3));
  await both.delete('b');
  expect((await both.list()).rows.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['a', 'c']);
});

test('reads a row from one storage if the other storage’s copy is damaged', async () => {
  const values = localStorage();
  await values.set({ 'inbox:a': { damaged: true } as never, 'inbox:b': { damaged: true } as never });
  const first = database();
  await first.put(row('a', 1));
  expect(await mirrored(first, storedRows(values)).list()).toEqual({ rows: [row('a', 1)], unreadable: ['b'] });
});

describe('storage.local of Chromium', () => {
  function area(closing: () => Promise<void>) {
    const calls: string[] = [];
    const note =
      <Result>(call: string, result: Result) =>
      async () => (calls.push(call), result);
    const setAccessLevel = async (access: { accessLevel: string }) => (calls.push(access.accessLevel), closing());
    return {
      calls,
      values: closedToPages({
        get: note('get', {}),
        set: note('set', undefined),
        remove: note('remove', undefined),
        setAccessLevel,
      }),
    };
  }

  test('is closed to content scripts before the first read or write', async () => {
    const gate = Promise.withResolvers<void>();
    const { calls, values } = area(() => gate.promise);
    const rows = storedRows(values);
    const pending = Promise.all([rows.list(), rows.put(row('a', 1)), rows.delete('a')]);
    await new Promise((resolve) => setTimeout(resolve));
    expect(calls).toEqual(['TRUSTED_CONTEXTS']);
    gate.resolve();
    await pending;
    expect(calls).toEqual(['TRUSTED_CONTEXTS', 'get', 'set', 'remove']);
  });

  test('is not used if it can’t be closed to content scripts; then only the database is used', async () => {
    const { calls, values } = area(gone);
    const both = mirrored(database(), storedRows(values));
    await both.put(row('a', 1));
    expect(await both.list()).toEqual({ rows: [row('a', 1)], unreadable: [] });
    expect(calls).toEqual(['TRUSTED_CONTEXTS']);
  });
});

test('clears from storage.local only the inbox’s rows, which earlier versions stored there in Firefox', async () => {
  const values = localStorage();
  await storedRows(values).put(row('a', 1));
  await clearStoredRows(values);
  expect(await values.get()).toEqual({ 'something else': 1 });
});

test.each([
  ['first', (rows: InboxRows) => mirrored(broken, rows)],
  ['second', (rows: InboxRows) => mirrored(rows, broken)],
])('uses the other storage if the %s can’t be reached', async (_, bothWith) => {
  const both = bothWith(storedRows(localStorage()));
  await both.put(row('a', 1));
  expect([await both.list(), await both.get('a')]).toEqual([{ rows: [row('a', 1)], unreadable: [] }, row('a', 1)]);
});

test('rejects if neither storage can be reached', async () => {
  const nowhere = mirrored(broken, broken);
  await expect(nowhere.put(row('a', 1))).rejects.toThrow('gone');
  await expect(nowhere.list()).rejects.toThrow('gone');
});
