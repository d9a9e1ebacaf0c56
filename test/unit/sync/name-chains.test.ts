import { describe, expect, test } from 'vitest';
import type { SyncDevice } from '../../support/sync-device.ts';
import {
  deleteCollection,
  isRename,
  moveMemory,
  nameCollection,
  namesHere,
  namesThere,
  refused,
  runRounds,
  saveInto,
  syncedHome,
} from '../../support/sync-collections.ts';

/**
 * Two devices in sync, with a memory in each of the collections Home, B and C. `memory` is in Home. On `one`, the
 * collections have the ids col_home, col_b and col_c.
 */
async function syncedThree() {
  const { one, other, memory } = await syncedHome();
  for (const [id, name] of [
    ['col_b', 'B'],
    ['col_c', 'C'],
  ] as const) {
    await nameCollection(one, id, name);
    await saveInto(one, `in ${name}`, id);
  }
  await runRounds(2, one, other);
  one.sent.length = other.sent.length = 0;
  return { one, other, memory };
}

async function shiftNames(one: SyncDevice): Promise<void> {
  await deleteCollection(one, 'col_home');
  await nameCollection(one, 'col_b', 'Home');
  await nameCollection(one, 'col_c', 'B');
}

const inCollections = (one: SyncDevice) =>
  Object.fromEntries(one.server.liveMemories().map(({ content, collection }) => [content, collection]));

const inCollectionsHere = ({ disk }: SyncDevice) =>
  Object.fromEntries(
    [...disk.memories.values()].map(({ content, collection }) => [
      content,
      collection && disk.collections.get(collection)!.name,
    ]),
  );

const due = (one: SyncDevice) => [...one.disk.items.values()].filter((item) => item.due === 1 || item.refusal !== null);

const renames = (one: SyncDevice) => one.sent.filter((line) => line.startsWith('PATCH /v1/collections'));

test('a rename that waits for a deletion, and a rename that waits for the first rename, are each sent once', async () => {
  const { one, other } = await syncedThree();
  await shiftNames(one);
  await one.round({ isOver: () => one.sent.length > 30 });
  await other.round();
  expect(renames(one)).toHaveLength(2);
  for (const names of [namesHere, namesThere]) expect(names(one)).toEqual(['B', 'Home']);
  expect(inCollections(one)).toEqual({ 'note 0': null, 'in B': 'Home', 'in C': 'B' });
  expect(inCollectionsHere(other)).toEqual(inCollections(one));
});

describe('a memory moved from a deleted collection into a new collection whose name is still taken on the server', () => {
  /** For each fault, the request whose first answer is replaced by a 502. */
  const faults: Record<string, (method: string, path: string) => boolean> = {
    'no answer is lost': () => false,
    'the answer to a rename is lost': isRename,
    'the answer to the create is lost': (method, path) => method === 'POST' && path === '/collections',
    'the answer to the deletion is lost': (method, path) => method === 'DELETE' && path.startsWith('/collections'),
  };

  test.each(Object.keys(faults))('is sent, if %s', async (fault) => {
    const { one, other, memory } = await syncedThree();
    await shiftNames(one);
    await nameCollection(one, 'col_new', 'C');
    await moveMemory(one, memory, 'col_new');
    let isLost = false;
    one.answer = ({ method, path }, carryOut) => {
      const answer = carryOut();
      if (isLost || !faults[fault]!(method, path)) return answer;
      isLost = true;
      return refused(502, 'unknown');
    };
    await runRounds(3, one, other);
    expect(isLost).toBe(fault !== 'no answer is lost');
    for (const names of [namesHere, namesThere]) expect(names(one)).toEqual(['B', 'C', 'Home']);
    expect(inCollections(one)).toEqual({ 'note 0': 'C', 'in B': 'Home', 'in C': 'B' });
    for (const device of [one, other]) expect(inCollectionsHere(device)).toEqual(inCollections(one));
    expect(due(one)).toEqual([]);
    one.sent.length = 0;
    await one.round();
    expect(one.sent).toHaveLength(1);
  });

  test('is sent in the same round by a device that only sends', async () => {
    const { one, memory } = await syncedThree();
    one.disk.state.set('link', { ...one.link(), mode: 'push' });
    await deleteCollection(one, 'col_home');
    await nameCollection(one, 'col_b', 'Home');
    await nameCollection(one, 'col_new', 'B');
    await moveMemory(one, memory, 'col_new');
    await one.round();
    expect(inCollections(one)).toEqual({ 'note 0': 'B', 'in B': 'Home', 'in C': 'C' });
    expect(namesThere(one)).toEqual(['B', 'C', 'Home']);
  });

  test('is sent, even if this memory and another moved memory wait for each other', async () => {
    const { one, other, memory } = await syncedThree();
    const [second] = [...one.disk.memories.values()].filter(({ collection }) => collection === 'col_c');
    await nameCollection(one, 'col_d', 'D');
    await saveInto(one, 'in D', 'col_d');
    await runRounds(2, one, other);
    // The rename of B waits for the deletion of Home, and so for the first memory to move. The rename of D waits for
    // the deletion of C, and so for the second memory to move.
    for (const id of ['col_home', 'col_c']) await deleteCollection(one, id);
    await nameCollection(one, 'col_b', 'Home');
    await nameCollection(one, 'col_d', 'C');
    await nameCollection(one, 'col_new_b', 'B');
    await nameCollection(one, 'col_new_d', 'D');
    await moveMemory(one, memory, 'col_new_d');
    await moveMemory(one, second!.id, 'col_new_b');
    await runRounds(3, one, other);
    expect(inCollections(one)).toEqual({ 'note 0': 'D', 'in B': 'Home', 'in C': 'B', 'in D': 'C' });
    for (const names of [namesHere, namesThere]) expect(names(one)).toEqual(['B', 'C', 'D', 'Home']);
    for (const device of [one, other]) expect(inCollectionsHere(device)).toEqual(inCollections(one));
    expect(due(one)).toEqual([]);
  });

  test('is sent, and no rename uses an interim name that another new collection has', async () => {
    const { one, other, memory } = await syncedThree();
    await deleteCollection(one, 'col_home');
    await nameCollection(one, 'col_b', 'Home');
    await nameCollection(one, 'col_new', 'B');
    await nameCollection(one, 'col_numbered', 'Home 2');
    await moveMemory(one, memory, 'col_new');
    await saveInto(one, 'fresh', 'col_numbered');
    await runRounds(3, one, other);
    expect(inCollections(one)).toEqual({ 'note 0': 'B', 'in B': 'Home', 'in C': 'C', fresh: 'Home 2' });
    expect(renames(one)).toHaveLength(2);
    for (const device of [one, other]) expect(inCollectionsHere(device)).toEqual(inCollections(one));
  });
});

test('a new collection takes the place of a deleted one with the same name if the token may no longer list collections', async () => {
  const { one, memory, remote } = await syncedHome();
  one.answer = ({ method, path }, carryOut) => {
    if (method === 'GET' && path === '/collections') return refused(403, 'forbidden');
    const { status, body } = carryOut();
    return { status, body: path === '/changes' ? { ...(body as object), collections: null } : body };
  };
  await deleteCollection(one, 'col_home');
  await nameCollection(one, 'col_new', 'Home');
  await moveMemory(one, memory, 'col_new');
  await saveInto(one, 'fresh', 'col_new');
  await runRounds(2, one);
  expect(inCollections(one)).toEqual({ 'note 0': 'Home', fresh: 'Home' });
  expect([...one.server.collectionNames!]).toEqual([[remote, 'Home']]);
  expect(due(one)).toEqual([]);
});
