import { expect, it, vi } from 'vitest';
import { connectToService, passThrough, unreachable } from '../connection.ts';
import { libraryOn } from '../library/library-on.ts';
import { popupOn } from '../popup/screen.ts';

async function houseWithNote() {
  const connection = connectToService();
  const { id: collection } = await connection.client.collections.create({ name: 'House' });
  await connection.client.memories.create({ content: 'one', tags: ['home'], collection });
  connection.handleWith(unreachable);
  return connection;
}

it('the library shows counts, collections and tags again once its list can be read again', async () => {
  const connection = await houseWithNote();
  const library = libraryOn(connection);
  await library.refresh();
  const around = () => [
    library.usage.current.value?.memories.used,
    library.collections.current.value?.map(({ name }) => name),
    library.tags.current.value?.map(({ tag }) => tag),
  ];
  expect(around()).toEqual([undefined, undefined, undefined]);
  connection.handleWith(passThrough);
  await library.results.refresh();
  await vi.waitFor(() => expect(around()).toEqual([1, ['House'], ['home']]));
});

it('the popup shows its count and collections again once its list can be read again', async () => {
  const connection = await houseWithNote();
  const popup = popupOn(undefined, connection);
  await popup.open();
  const around = () => [popup.count.value, popup.collections.current.value?.map(({ name }) => name)];
  expect(around()).toEqual([undefined, undefined]);
  connection.handleWith(passThrough);
  await popup.results.refresh();
  await vi.waitFor(() => expect(around()).toEqual([1, ['House']]));
});

it('a refresh after a successful refresh requests only the list', async () => {
  const connection = await houseWithNote();
  connection.handleWith(passThrough);
  const library = libraryOn(connection);
  await library.refresh();
  const before = connection.sent.length;
  await library.results.refresh();
  await connection.untilIdle();
  expect(connection.sent.length).toBe(before + 1);
});
