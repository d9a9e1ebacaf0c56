import { describe, expect, test } from 'vitest';
import { writeElsewhere, synced, writesOf } from '../../support/sync-device.ts';
import {
  idHere,
  isRename,
  moveMemory,
  nameCollection,
  namesHere,
  namesThere,
  refused,
  deleteCollection,
  syncedHome,
} from '../../support/sync-collections.ts';

describe('a rename', () => {
  test('is sent in the next round, and reaches another device', async () => {
    const { one, other } = await syncedHome();
    await nameCollection(one, 'col_home', 'Work');
    await one.round();
    expect(namesThere(one)).toEqual(['Work']);
    await other.round();
    expect(namesHere(other)).toEqual(['Work']);
  });

  test('isn’t sent by a device that only receives', async () => {
    const { one } = await syncedHome();
    one.disk.state.set('link', { ...one.link(), mode: 'pull' });
    await nameCollection(one, 'col_home', 'Work');
    await one.round();
    expect(writesOf(one)).toEqual([]);
    expect(namesThere(one)).toEqual(['Home']);
  });

  test('that another device makes and reverts is reverted here, even if a page of the feed repeated its position', async () => {
    const { one, remote } = await syncedHome();
    one.answer = ({ path, query }, carryOut) => {
      const answer = carryOut();
      const since = query.get('since');
      return path === '/changes' ? { ...answer, body: { ...(answer.body as object), since } } : answer;
    };
    writeElsewhere(one, 'PATCH', `/collections/${remote}`, { name: 'Work' });
    await one.round();
    expect(namesHere(one)).toEqual(['Work']);
    one.answer = (_, carryOut) => carryOut();
    writeElsewhere(one, 'PATCH', `/collections/${remote}`, { name: 'Home' });
    await one.round();
    expect(namesHere(one)).toEqual(['Home']);
    one.sent.length = 0;
    await one.round();
    // From now on, an idle round reads only the feed again.
    expect(one.sent).toEqual(['GET /v1/changes first']);
  });

  test('that another device reverts is reverted here, although the feed shows no difference', async () => {
    const { one, other } = await syncedHome();
    await nameCollection(one, 'col_home', 'Work');
    await one.round();
    await other.round();
    await nameCollection(other, idHere(other, 'Work'), 'Home');
    await other.round();
    await one.round();
    expect(namesHere(one)).toEqual(['Home']);
  });

  test('followed by a new collection with the old name reaches another device together with the new collection', async () => {
    const { one, other, memory } = await syncedHome();
    await nameCollection(one, 'col_home', 'Work');
    await nameCollection(one, 'col_new', 'Home');
    await moveMemory(one, memory, 'col_new');
    await one.round();
    await other.round();
    expect(namesHere(other)).toEqual(['Home', 'Work']);
    expect([...other.disk.memories.values()].map(({ collection }) => collection)).toEqual([idHere(other, 'Home')]);
    expect(writesOf(other)).toEqual([]);
  });

  test('that swaps two collections’ names reaches the server and another device', async () => {
    const { one, other, memory } = await syncedHome();
    await nameCollection(one, 'col_work', 'Work');
    await moveMemory(one, await one.save('second'), 'col_work');
    await one.round();
    await other.round();
    await nameCollection(one, 'col_home', 'interim');
    await nameCollection(one, 'col_work', 'Home');
    await nameCollection(one, 'col_home', 'Work');
    await one.round();
    await other.round();
    expect(namesThere(one)).toEqual(['Home', 'Work']);
    const row = [...other.disk.memories.values()].find(
      ({ content }) => content === one.disk.memories.get(memory)!.content,
    )!;
    expect(other.disk.collections.get(row.collection!)?.name).toBe('Work');
  });

  test('to a name that another device used meanwhile gets a number', async () => {
    const { one, other } = await syncedHome();
    writeElsewhere(one, 'POST', '/collections', { name: 'Work' });
    await nameCollection(one, 'col_home', 'Work');
    await one.round();
    await other.round();
    expect(namesHere(one)).toEqual(['Work', 'Work 2']);
    expect(namesThere(one)).toEqual(['Work', 'Work 2']);
    expect(namesHere(other)).toEqual(['Work', 'Work 2']);
  });

  test.each([
    [403, 'forbidden'],
    [409, 'conflict'],
  ])('that is refused with %i is sent once, and blocks nothing', async (status, code) => {
    const { one } = await syncedHome();
    one.answer = ({ method, path }, carryOut) => (isRename(method, path) ? refused(status, code) : carryOut());
    for (const [index, id] of ['col_b', 'col_c', 'col_d'].entries()) {
      await nameCollection(one, id, id);
      await moveMemory(one, await one.save(`memory ${index}`), id);
    }
    await one.round();
    for (const id of ['col_home', 'col_b', 'col_c', 'col_d']) await nameCollection(one, id, `${id} renamed`);
    await one.save('last');
    one.sent.length = 0;
    expect((await one.round()).stopped).toBeNull();
    const renames = () => one.sent.filter((line) => line.startsWith('PATCH /v1/collections'));
    expect(renames()).toHaveLength(4);
    expect(one.server.liveMemories().map(({ content }) => content)).toContain('last');
    await one.round();
    expect(renames()).toHaveLength(4);
  });

  test('that was refused is sent again with another token', async () => {
    const { one } = await syncedHome();
    one.answer = ({ method, path }, carryOut) =>
      isRename(method, path) && one.token === 'first' ? refused(403, 'forbidden') : carryOut();
    await nameCollection(one, 'col_home', 'Work');
    await one.round();
    expect(namesThere(one)).toEqual(['Home']);
    one.token = 'second';
    await one.round();
    expect(namesThere(one)).toEqual(['Work']);
  });

  test('of a collection deleted elsewhere doesn’t recreate the collection there until it has a memory', async () => {
    const { one, memory, remote } = await syncedHome();
    writeElsewhere(one, 'DELETE', `/collections/${remote}`);
    await nameCollection(one, 'col_home', 'Work');
    await one.round();
    expect(namesThere(one)).toEqual([]);
    await moveMemory(one, memory, 'col_home');
    await one.round();
    expect(one.server.liveMemories()).toMatchObject([{ collection: 'Work' }]);
  });
});

describe('a collection that was deleted here', () => {
  test('is deleted on the server once its memories were moved out of it', async () => {
    const { one, other } = await syncedHome();
    await deleteCollection(one, 'col_home');
    await one.round();
    expect(namesThere(one)).toEqual([]);
    expect(one.server.liveMemories()).toMatchObject([{ collection: null }]);
    await other.round();
    expect([...other.disk.memories.values()]).toMatchObject([{ collection: null }]);
    await one.round();
    expect(namesHere(one)).toEqual([]);
  });

  test('doesn’t come back on a device that only receives when the server gets another collection', async () => {
    const { one } = await syncedHome();
    one.disk.state.set('link', { ...one.link(), mode: 'pull' });
    await deleteCollection(one, 'col_home');
    writeElsewhere(one, 'POST', '/collections', { name: 'Work' });
    await one.round();
    expect(namesHere(one)).toEqual(['Work']);
  });

  test('comes back when another device saves a memory into it', async () => {
    const { one, remote } = await syncedHome();
    await deleteCollection(one, 'col_home');
    const { id } = writeElsewhere(one, 'POST', '/memories', { content: 'of another device', collection: remote });
    await one.round();
    expect(namesHere(one)).toEqual(['Home']);
    expect(one.server.liveMemories().find((memory) => memory.id === id)).toMatchObject({ collection: 'Home' });
    expect(namesThere(one)).toEqual(['Home']);
  });

  test('stays on the server if it contains a memory that this device doesn’t know', async () => {
    const { one, remote } = await syncedHome();
    await deleteCollection(one, 'col_home');
    // The memory is created after this device has read the feed and before the device deletes the collection.
    one.answer = ({ method, path }, carryOut) => {
      if (method === 'GET' && path.startsWith('/collections/'))
        writeElsewhere(one, 'POST', '/memories', { content: 'of another device', collection: remote });
      return carryOut();
    };
    await one.round();
    expect(namesThere(one)).toEqual(['Home']);
    expect(one.server.liveMemories().map(({ collection }) => collection)).toContain('Home');
  });

  test('stays on the server if it isn’t chosen for sync', async () => {
    const { one } = await syncedHome();
    one.disk.state.set('link', { ...one.link(), collections: [] });
    await deleteCollection(one, 'col_home');
    await one.round();
    expect(namesThere(one)).toEqual(['Home']);
  });

  test('stays on the server if the server wrongly lists no memories in it', async () => {
    const { one } = await syncedHome();
    await deleteCollection(one, 'col_home');
    one.answer = ({ method, path }, carryOut) => {
      if (method === 'PATCH' && path.startsWith('/memories/')) return refused(403, 'forbidden');
      if (method === 'GET' && path.startsWith('/collections/'))
        return { status: 200, body: { memories: [], nextCursor: null } };
      return carryOut();
    };
    await one.round();
    await one.round();
    expect(namesThere(one)).toEqual(['Home']);
  });

  test('frees its name for another collection', async () => {
    const { one, other } = await syncedHome();
    await nameCollection(one, 'col_work', 'Work');
    await moveMemory(one, await one.save('second'), 'col_work');
    await one.round();
    await deleteCollection(one, 'col_home');
    await nameCollection(one, 'col_work', 'Home');
    await one.round();
    await other.round();
    expect(namesThere(one)).toEqual(['Home']);
    expect(new Set(one.server.liveMemories().map(({ collection }) => collection))).toEqual(new Set(['Home', null]));
    expect(namesHere(one)).toEqual(['Home']);
  });
});

test('a move into a collection whose name the server refuses isn’t sent, and the memory’s refusal says why', async () => {
  const one = await synced('extended', 1);
  const [memory] = one.disk.memories.keys();
  one.answer = ({ method, path }, carryOut) =>
    method === 'POST' && path === '/collections' ? refused(409, 'conflict') : carryOut();
  await nameCollection(one, 'col_home', 'Home');
  await moveMemory(one, memory!, 'col_home');
  await one.round();
  expect(one.disk.items.get(memory!)?.refusal).toMatchObject({ code: 'conflict', message: 'No.' });
  one.sent.length = 0;
  await one.round();
  expect(writesOf(one)).toEqual([]);
});
