import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { inMemoryStore } from '../../../../scripts/in-memory-store/index.ts';
import { createLastCollection, storedCollection } from '../../../../src/extension/capture/last-collection.ts';
import { handleEnvelope } from '../../../../src/service/envelope.ts';
import { testService, type TestService } from '../../../support/service.ts';

let service: TestService;
let storage: ReturnType<typeof storedCollection>;
let shown: (string | undefined)[];

/** The last collection, as read by a newly started background. */
const lastCollection = (isReachable = true) =>
  createLastCollection({
    ask: ({ request, vouched }) =>
      isReachable ? handleEnvelope(service.service, request, vouched) : Promise.reject(new Error('stopped')),
    storage,
    show: async (name) => void shown.push(name),
  });
const createHouse = async () => (await service.send('POST', '/collections', { name: 'House' })).body;

beforeEach(() => {
  service = testService(inMemoryStore());
  [storage, shown] = [storedCollection(new IDBFactory()), []];
});

test('names the last collection in the menu, even after a restart', async () => {
  const { id, name } = await createHouse();
  await lastCollection().refresh();
  await lastCollection().remember({ id, name });
  await lastCollection().refresh();
  expect([shown, await lastCollection().id()]).toEqual([[undefined, 'House', 'House'], id]);
});

test('removes the collection from the menu after it was deleted', async () => {
  const { id, name } = await createHouse();
  await lastCollection().remember({ id, name });
  await service.send('DELETE', `/collections/${id}`);
  expect([await lastCollection().id(), shown, await storage.get()]).toEqual([
    undefined,
    ['House', undefined],
    undefined,
  ]);
});

test('keeps the collection if the service doesn’t respond', async () => {
  const { id, name } = await createHouse();
  await lastCollection().remember({ id, name });
  expect(await lastCollection(false).id()).toBe(id);
});

test('ignores a value that isn’t a collection', async () => {
  for (const value of [undefined, 'House', { id: 1, name: 'House' }]) await lastCollection().remember(value);
  expect([shown, await storage.get()]).toEqual([[], undefined]);
});
