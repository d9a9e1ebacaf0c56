import { expect, test } from 'vitest';
import type { SyncDevice } from '../../support/sync-device.ts';
import {
  deleteCollection,
  nameCollection,
  namesHere,
  namesThere,
  runRounds,
  saveInto,
  syncedHome,
} from '../../support/sync-collections.ts';

/** Two devices in sync, with a memory in each of the collections Home, B and C. */
async function syncedThree() {
  const { one, other } = await syncedHome();
  for (const [id, name] of [
    ['col_b', 'B'],
    ['col_c', 'C'],
  ] as const) {
    await nameCollection(one, id, name);
    await saveInto(one, `in ${name}`, id);
  }
  await runRounds(2, one, other);
  one.sent.length = other.sent.length = 0;
  return { one, other };
}

/** Deletes Home here, and gives the others each the name before: B becomes Home, and C becomes B. */
async function shiftNames(one: SyncDevice): Promise<void> {
  await deleteCollection(one, 'col_home');
  await nameCollection(one, 'col_b', 'Home');
  await nameCollection(one, 'col_c', 'B');
}

const inCollections = (one: SyncDevice) =>
  Object.fromEntries(one.server.liveMemories().map(({ content, collection }) => [content, collection]));

/** The name of the collection of each memory on this device. */
const inCollectionsHere = ({ disk }: SyncDevice) =>
  Object.fromEntries(
    [...disk.memories.values()].map(({ content, collection }) => [
      content,
      collection && disk.collections.get(collection)!.name,
    ]),
  );

/** Requests that a collection be renamed. */
const renames = (one: SyncDevice) => one.sent.filter((line) => line.startsWith('PATCH /v1/collections'));

test('renames that wait for one another, and the last one for a deletion, are each sent once', async () => {
  const { one, other } = await syncedThree();
  await shiftNames(one);
  await one.round({ isOver: () => one.sent.length > 30 });
  await other.round();
  expect(renames(one)).toHaveLength(2);
  for (const names of [namesHere, namesThere]) expect(names(one)).toEqual(['B', 'Home']);
  expect(inCollections(one)).toEqual({ 'note 0': null, 'in B': 'Home', 'in C': 'B' });
  expect(inCollectionsHere(other)).toEqual(inCollections(one));
});
