import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { menuVouched } from '../../../../src/extension/doors/requests.ts';
import { inboxRows } from '../../../../src/extension/inbox/database.ts';
import { createInbox } from '../../../../src/extension/inbox/inbox.ts';
import type { InboxRows } from '../../../../src/extension/inbox/row.ts';
import { inTwoPlaces, storedRows, type KeptValues } from '../../../../src/extension/inbox/second-place.ts';
import { machine, saving } from '../../../support/inbox.ts';

/** What the browser keeps beside IndexedDB; other values of the extension are there too. */
function keptValues(): KeptValues {
  const kept = new Map<string, unknown>([['something else', 1]]);
  return {
    get: async () => structuredClone(Object.fromEntries(kept)),
    set: async (values) => Object.entries(values).forEach(([key, row]) => kept.set(key, structuredClone(row))),
    remove: async (key) => void kept.delete(key),
  };
}

const row = (idempotencyKey: string, createdAt: number, refusal?: string) => ({ idempotencyKey, createdAt, envelope: saving('Ruff'), vouched: menuVouched, ...(refusal && { refusal }) });

/** A place that can't be reached. */
const gone = async (): Promise<never> => {
  throw new Error('gone');
};
const broken: InboxRows = { put: gone, get: gone, delete: gone, list: gone };

const database = () => inboxRows({ indexedDB: new IDBFactory(), IDBKeyRange });

test('what waits is sent after the browser has deleted every database', async () => {
  const device = machine();
  const values = keptValues();
  const inbox = (ask = device.ask) => createInbox({ rows: inTwoPlaces(database(), storedRows(values)), ask, clock: device.clock });
  expect(await inbox(gone).deliver(saving('Ruff'), menuVouched)).toEqual({ state: 'waiting' });
  const next = inbox();
  await next.replay();
  expect(await device.texts()).toEqual(['Ruff']);
  expect(await next.waiting()).toEqual({ pending: [], old: [], refused: [] });
  expect(await values.get()).toEqual({ 'something else': 1 });
});

test('in one place it would be lost', async () => {
  const device = machine();
  await createInbox({ rows: database(), ask: gone, clock: device.clock }).deliver(saving('Ruff'), menuVouched);
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
  expect((await both.list()).map(({ idempotencyKey, refusal }) => [idempotencyKey, refusal])).toEqual([['a', undefined], ['b', 'A reason.'], ['c', undefined]]);
  expect(await both.get('c')).toEqual(row('c', 3));
  await both.delete('b');
  expect((await both.list()).map(({ idempotencyKey }) => idempotencyKey)).toEqual(['a', 'c']);
});

test.each([
  ['first', (rows: InboxRows) => inTwoPlaces(broken, rows)],
  ['second', (rows: InboxRows) => inTwoPlaces(rows, broken)],
])('while the %s place can’t be reached the other one does', async (_, placesOf) => {
  const places = placesOf(storedRows(keptValues()));
  await places.put(row('a', 1));
  expect([await places.list(), await places.get('a')]).toEqual([[row('a', 1)], row('a', 1)]);
});

test('where both can’t be reached, that is said', async () => {
  const nowhere = inTwoPlaces(broken, broken);
  await expect(nowhere.put(row('a', 1))).rejects.toThrow('gone');
  await expect(nowhere.list()).rejects.toThrow('gone');
});
