import { describe, expect, test } from 'vitest';
import { sendRefusedAgain } from '../../../src/extension/sync/refused.ts';
import { writeElsewhere, writesOf } from '../../support/sync-device.ts';
import {
  collectionThere,
  hideCollectionsOnce,
  idHere,
  isRename,
  moveMemory,
  nameCollection,
  namesHere,
  namesThere,
  refused,
  deleteCollection,
  runRounds,
  saveInto,
  serverTexts,
  syncedHome,
} from '../../support/sync-collections.ts';

describe('a rename', () => {
  test('that the server answers with 503 doesn’t permanently block a new collection with the old name', async () => {
    const { one } = await syncedHome();
    let count = 0;
    one.answer = ({ method, path }, carryOut) =>
      isRename(method, path) && count++ === 0 ? refused(503, 'unavailable') : carryOut();
    await nameCollection(one, 'col_home', 'Work');
    await nameCollection(one, 'col_new', 'Home');
    await saveInto(one, 'fresh', 'col_new');
    await runRounds(3, one);
    expect(collectionThere(one, 'fresh')).toBe('Home');
  });

  test('to a name that another device uses at the same moment gets a number on every device', async () => {
    const { one, other, remote } = await syncedHome();
    await nameCollection(one, 'col_play', 'Play');
    await saveInto(one, 'second', 'col_play');
    await runRounds(1, one, other);
    await nameCollection(one, 'col_play', 'Work');
    let count = 0;
    one.answer = ({ method, path }, carryOut) => {
      if (isRename(method, path) && count++ === 0)
        writeElsewhere(one, 'PATCH', `/collections/${remote}`, { name: 'Work' });
      return carryOut();
    };
    await runRounds(2, one, other);
    expect(namesHere(one)).toEqual(['Work', 'Work 2']);
    expect(namesHere(other)).toEqual(['Work', 'Work 2']);
  });

  test('that is always answered with 500 is given up after some rounds, and doesn’t block other renames', async () => {
    const { one, remote } = await syncedHome();
    await nameCollection(one, 'col_b', 'B');
    await saveInto(one, 'second', 'col_b');
    await one.round();
    one.answer = ({ method, path }, carryOut) =>
      isRename(method, path) && path.endsWith(remote) ? refused(500, 'internal') : carryOut();
    await nameCollection(one, 'col_home', 'Work');
    await nameCollection(one, 'col_b', 'B2');
    await runRounds(10, one);
    expect(namesThere(one)).toEqual(['B2', 'Home']);
    one.sent.length = 0;
    await one.round();
    expect(writesOf(one)).toEqual([]);
  });

  test('isn’t repeated forever if the server responds 404 but still lists the collection', async () => {
    const { one } = await syncedHome();
    one.answer = ({ method, path }, carryOut) => (isRename(method, path) ? refused(404, 'not_found') : carryOut());
    await nameCollection(one, 'col_home', 'Work');
    await runRounds(2, one);
    one.sent.length = 0;
    await one.round();
    expect(writesOf(one)).toEqual([]);
  });

  test('that was carried out, but answered with 502, can be reverted', async () => {
    const { one, other } = await syncedHome();
    one.answer = ({ method, path }, carryOut) => {
      const answer = carryOut();
      return isRename(method, path) ? refused(502, 'unknown') : answer;
    };
    await nameCollection(one, 'col_home', 'Work');
    await one.round();
    one.answer = (_, carryOut) => carryOut();
    await nameCollection(one, 'col_home', 'Home');
    await runRounds(2, one, other);
    expect([namesHere(one), namesThere(one), namesHere(other)]).toEqual([['Home'], ['Home'], ['Home']]);
  });

  test('of a collection that isn’t chosen for sync isn’t sent', async () => {
    const { one } = await syncedHome();
    one.disk.state.set('link', { ...one.link(), collections: [] });
    await nameCollection(one, 'col_home', 'Work');
    await one.round();
    expect(namesThere(one)).toEqual(['Home']);
  });

  test('that was refused is sent again when the user asks for it', async () => {
    const { one } = await syncedHome();
    one.answer = ({ method, path }, carryOut) => (isRename(method, path) ? refused(403, 'forbidden') : carryOut());
    await nameCollection(one, 'col_home', 'Work');
    await one.round();
    one.answer = (_, carryOut) => carryOut();
    await one.round();
    expect(namesThere(one)).toEqual(['Home']);
    await sendRefusedAgain(one.parts().store, one.parts().scratch);
    await one.round();
    expect(namesThere(one)).toEqual(['Work']);
  });

  test('survives one response that lists no collections', async () => {
    const { one } = await syncedHome();
    hideCollectionsOnce(one);
    await nameCollection(one, 'col_home', 'Work');
    await one.round();
    await nameCollection(one, 'col_new', 'New');
    await saveInto(one, 'third', 'col_new');
    await runRounds(3, one);
    expect(namesHere(one)).toEqual(['New', 'Work']);
    expect(namesThere(one)).toEqual(['New', 'Work']);
  });

  test('doesn’t mix up the collections of new memories if the server returns names instead of ids', async () => {
    const { one } = await syncedHome();
    one.hidesOffers = 'changes';
    const named = (memory: { collection?: string | null }) => ({
      ...memory,
      ...(typeof memory.collection === 'string' && {
        collection: one.server.collectionNames!.get(memory.collection) ?? memory.collection,
      }),
    });
    one.answer = ({ path }, carryOut) => {
      const { status, body } = carryOut();
      const { memories } = body as { memories?: object[] };
      if (memories !== undefined) return { status, body: { ...(body as object), memories: memories.map(named) } };
      return { status, body: path.startsWith('/memories') ? named(body as object) : body };
    };
    await runRounds(2, one);
    await nameCollection(one, 'col_home', 'Work');
    await nameCollection(one, 'col_new', 'Home');
    await saveInto(one, 'for the new Home', 'col_new');
    await saveInto(one, 'for Work', 'col_home');
    await runRounds(3, one);
    expect(collectionThere(one, 'for Work')).toBe('Work');
    expect(collectionThere(one, 'for the new Home')).toBe('Home');
  });
});

describe('a deletion', () => {
  test('survives one response that lists no collections', async () => {
    const { one } = await syncedHome();
    hideCollectionsOnce(one);
    await deleteCollection(one, 'col_home');
    await one.round();
    await nameCollection(one, 'col_new', 'New');
    await saveInto(one, 'third', 'col_new');
    await runRounds(3, one);
    expect(namesHere(one)).toEqual(['New']);
    expect(namesThere(one)).toEqual(['New']);
  });

  test('isn’t carried out if the first page of the collection’s memories is empty but another page follows', async () => {
    const { one } = await syncedHome();
    await deleteCollection(one, 'col_home');
    let count = 0;
    one.answer = ({ method, path }, carryOut) =>
      method === 'GET' && path.startsWith('/collections/')
        ? { status: 200, body: { memories: [], nextCursor: `c${++count}` } }
        : carryOut();
    await one.round();
    expect([count, namesThere(one)]).toEqual([1, ['Home']]);
  });

  test('is carried out even if the server answered 404 for the collection once', async () => {
    const { one } = await syncedHome();
    await deleteCollection(one, 'col_home');
    let denied = 0;
    one.answer = ({ method, path }, carryOut) =>
      method === 'GET' && path.startsWith('/collections/') && denied++ === 0 ? refused(404, 'not_found') : carryOut();
    await runRounds(2, one);
    expect(denied).toBe(2);
    expect(namesThere(one)).toEqual([]);
  });

  test('is complete if the server answers 404 for the collection and no longer lists it', async () => {
    const { one, remote } = await syncedHome();
    await deleteCollection(one, 'col_home');
    one.answer = ({ method, path }, carryOut) => {
      if (method === 'GET' && path.startsWith('/collections/')) writeElsewhere(one, 'DELETE', `/collections/${remote}`);
      return carryOut();
    };
    await one.round();
    one.sent.length = 0;
    await one.round();
    expect(one.sent.filter((line) => line.startsWith('GET /v1/collections/'))).toEqual([]);
  });

  test('can be repeated after a memory of another device brought the collection back', async () => {
    const { one, remote } = await syncedHome();
    await deleteCollection(one, 'col_home');
    let createdId = '';
    one.answer = ({ method, path }, carryOut) => {
      if (method === 'GET' && path.startsWith('/collections/') && createdId === '')
        createdId = writeElsewhere(one, 'POST', '/memories', { content: 'of another device', collection: remote }).id;
      return carryOut();
    };
    await runRounds(2, one);
    expect(namesHere(one)).toEqual(['Home']);
    await deleteCollection(one, 'col_home');
    await runRounds(2, one);
    expect(namesThere(one)).toEqual([]);
  });

  test('by another device is undone if this device got a 502 when it saved a memory into the collection', async () => {
    const { one, other } = await syncedHome();
    await saveInto(one, 'fresh', 'col_home');
    one.answer = ({ method, path }, carryOut) =>
      method === 'POST' && path === '/memories' ? refused(502, 'unknown') : carryOut();
    await one.round();
    one.answer = (_, carryOut) => carryOut();
    await deleteCollection(other, idHere(other, 'Home'));
    await runRounds(4, other, one);
    expect(serverTexts(one).filter((text) => text === 'fresh')).toHaveLength(1);
    expect(collectionThere(one, 'fresh')).toBe('Home');
    expect([...one.disk.memories.values()].find(({ content }) => content === 'fresh')?.collection).toBe('col_home');
  });

  test('on a device that only sends is given up if the server has a memory in the collection', async () => {
    const { one, memory, remote } = await syncedHome();
    await moveMemory(one, memory, null);
    await one.round();
    one.disk.state.set('link', { ...one.link(), mode: 'push' });
    writeElsewhere(one, 'PATCH', `/memories/${one.disk.items.get(memory)!.remote}`, { collection: remote });
    await one.round();
    await deleteCollection(one, 'col_home');
    await runRounds(3, one);
    expect(namesThere(one)).toEqual(['Home']);
    expect([...one.disk.syncCollections.values()]).toMatchObject([{ refused: { name: '' } }]);
  });

  test('followed by a new collection with the same name leaves one collection, though another device adds to the old one', async () => {
    const { one, other, remote } = await syncedHome();
    await deleteCollection(one, 'col_home');
    await nameCollection(one, 'col_new', 'Home');
    await saveInto(one, 'mine', 'col_new');
    writeElsewhere(one, 'POST', '/memories', { content: 'of another device', collection: remote });
    await runRounds(3, one, other);
    expect([namesHere(one), namesThere(one), namesHere(other)]).toEqual([['Home'], ['Home'], ['Home']]);
  });
});
