import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { inboxRows } from '../../../../src/extension/inbox/database.ts';
import { createInbox } from '../../../../src/extension/inbox/inbox.ts';
import type { InboxRows } from '../../../../src/extension/inbox/row.ts';
import {
  clearStoredRows,
  closedToPages,
  inTwoPlaces,
  storedRows,
  type KeptValues,
} from '../../../../src/extension/inbox/second-place.ts';
import { machine, saving } from '../../../support/inbox.ts';

/** What the browser keeps beside IndexedDB; other values of the extension are there too. */
function keptValues(): KeptValues {
  const kept = new Map<string, unknown>([['something else', 1]]);
  return {
    get: async () => structuredClone(Object.fromEntries(kept)),
    set: async (values) => Object.entries(values).forEach(([key, row]) => kept.set(key, structuredClone(row))),
    remove: async (keys) => keys.forEach((key) => kept.delete(key)),
  };
}

const row = (idempotencyKey: string, createdAt: number, refusal?: string) => ({
  idempotencyKey,
  createdAt,
  ...saving('Ruff'),
  ...(refusal && { refusal }),
});

/** A place that can't be reached. */
const gone = async (): Promise<never> => {
  throw new Error('gone');
};
const broken: InboxRows = { put: gone, get: gone, delete: gone, list: gone };

const database = () => inboxRows({ factory: async () => ({ indexedDB: new IDBFactory(), IDBKeyRange }) });

test('what waits is sent after the browser has deleted every database', async () => {
  const device = machine();
  const values = keptValues();
  const inbox = (ask = device.ask) =>
    createInbox({ rows: inTwoPlaces(database(), storedRows(values)), ask, clock: device.clock });
  expect(await inbox(gone).deliver(saving('Ruff'))).toEqual({ state: 'waiting' });
  const next = inbox();
  await next.replay();
  expect(await device.texts()).toEqual(['Ruff']);
  expect(await next.waiting()).toEqual({ pending: [], old: [], refused: [], unreadable: [] });
  expect(await values.get()).toEqual({ 'something else': 1 });
});

test('in one place it would be lost', async () => {
  const device = machine();
  await createInbox({ rows: database(), ask: gone, clock: device.clock }).deliver(saving('Ruff'));
  await createInbox({ rows: database(), ask: device.ask, clock: device.clock }).replay();
  expect(await device.texts()).toEqual([]);
});

test('rows of both places are there once, oldest first, as the first has them', async () => {
  const first = database();
  const second = storedRows(keptValues());
  await first.put(row('b', 2, 'A reason.'));
  await second.put(row('b', 2));
  await second.put(row('c', 3));
  await first.put(row('a', 1));
  const both = inTwoPlaces(first, second);
  expect((await both.list()).rows.map(({ idempotencyKey, refusal }) => [idempotencyKey, refusal])).toEqual([
    ['a', undefined],
    ['b', 'A reason.'],
    ['c', undefined],
  ]);
  expect(await both.get('c')).toEqual(row('c', 3));
  await both.delete('b');
  expect((await both.list()).rows.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['a', 'c']);
});

test('a row that only one place can read is read there', async () => {
  const values = keptValues();
  await values.set({ 'inbox:a': { damaged: true } as never, 'inbox:b': { damaged: true } as never });
  const first = database();
  await first.put(row('a', 1));
  expect(await inTwoPlaces(first, storedRows(values)).list()).toEqual({ rows: [row('a', 1)], unreadable: ['b'] });
});

describe('storage.local of Chromium', () => {
  /** An area that notes what is asked of it. */
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

  test('is closed to content scripts before anything is read from it or written to it', async () => {
    const gate = Promise.withResolvers<void>();
    const { calls, values } = area(() => gate.promise);
    const rows = storedRows(values);
    const works = Promise.all([rows.list(), rows.put(row('a', 1)), rows.delete('a')]);
    await new Promise((resolve) => setTimeout(resolve));
    expect(calls).toEqual(['TRUSTED_CONTEXTS']);
    gate.resolve();
    await works;
    expect(calls).toEqual(['TRUSTED_CONTEXTS', 'get', 'set', 'remove']);
  });

  test('is not used where it can’t be closed; the other place still is', async () => {
    const { calls, values } = area(gone);
    const places = inTwoPlaces(database(), storedRows(values));
    await places.put(row('a', 1));
    expect(await places.list()).toEqual({ rows: [row('a', 1)], unreadable: [] });
    expect(calls).toEqual(['TRUSTED_CONTEXTS']);
  });
});

test('what earlier versions left in storage.local of Firefox is removed, and nothing else', async () => {
  const values = keptValues();
  await storedRows(values).put(row('a', 1));
  await clearStoredRows(values);
  expect(await values.get()).toEqual({ 'something else': 1 });
});

test.each([
  ['first', (rows: InboxRows) => inTwoPlaces(broken, rows)],
  ['second', (rows: InboxRows) => inTwoPlaces(rows, broken)],
])('while the %s place can’t be reached the other one does', async (_, placesOf) => {
  const places = placesOf(storedRows(keptValues()));
  await places.put(row('a', 1));
  expect([await places.list(), await places.get('a')]).toEqual([{ rows: [row('a', 1)], unreadable: [] }, row('a', 1)]);
});

test('where both can’t be reached, that is said', async () => {
  const nowhere = inTwoPlaces(broken, broken);
  await expect(nowhere.put(row('a', 1))).rejects.toThrow('gone');
  await expect(nowhere.list()).rejects.toThrow('gone');
});
