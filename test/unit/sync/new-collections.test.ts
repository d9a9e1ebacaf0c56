import { describe, expect, test } from 'vitest';
import { synced } from '../../support/sync-device.ts';
import {
  collectionThere,
  nameCollection,
  namesHere,
  namesThere,
  refused,
  runRounds,
  saveInto,
  serverTexts,
  syncedHome,
} from '../../support/sync-collections.ts';

describe('a new collection', () => {
  test('that the server refuses is sent only once, although many memories are in it', async () => {
    const { one } = await syncedHome();
    one.answer = ({ method, path }, carryOut) =>
      method === 'POST' && path === '/collections' ? refused(403, 'forbidden') : carryOut();
    await nameCollection(one, 'col_new', 'New');
    for (let index = 0; index < 20; index++) await saveInto(one, `memory ${index}`, 'col_new');
    await runRounds(2, one);
    expect(one.sent.filter((line) => line.startsWith('POST /v1/collections'))).toHaveLength(1);
  });

  test('whose name is refused is sent after the user has renamed it', async () => {
    const { one } = await syncedHome();
    one.answer = ({ method, path, body }, carryOut) =>
      method === 'POST' && path === '/collections' && body!.includes('Bad') ? refused(409, 'conflict') : carryOut();
    await nameCollection(one, 'col_new', 'Bad');
    await saveInto(one, 'fresh', 'col_new');
    await one.round();
    expect(serverTexts(one)).not.toContain('fresh');
    await nameCollection(one, 'col_new', 'Good');
    await runRounds(2, one);
    expect(collectionThere(one, 'fresh')).toBe('Good');
  });

  test('waits until the collection that still has its name on the server is also chosen for sync', async () => {
    const { one } = await syncedHome();
    const choose = (collections: string[] | null) => one.disk.state.set('link', { ...one.link(), collections });
    choose(['col_new']);
    await nameCollection(one, 'col_home', 'Work');
    await nameCollection(one, 'col_new', 'Home');
    await saveInto(one, 'fresh', 'col_new');
    await runRounds(2, one);
    expect(serverTexts(one)).not.toContain('fresh');
    choose(null);
    await runRounds(2, one);
    expect(collectionThere(one, 'fresh')).toBe('Home');
    expect(namesThere(one)).toEqual(['Home', 'Work']);
  });

  test('adds no requests to later rounds if the token may neither read nor create collections', async () => {
    const { one } = await syncedHome();
    one.answer = ({ path }, carryOut) => (path === '/collections' ? refused(403, 'forbidden') : carryOut());
    await nameCollection(one, 'col_new', 'New');
    await saveInto(one, 'fresh', 'col_new');
    await runRounds(2, one);
    one.sent.length = 0;
    await one.round();
    expect(one.sent).toHaveLength(1);
  });

  test.each(['returns the collection with that name', 'refuses it'])(
    'with the old name of another collection gets a number if a plain server %s',
    async (habit) => {
      const one = await synced('plain', 1);
      const created = new Map<string, unknown>();
      one.answer = ({ method, path, body }, carryOut) => {
        if (method !== 'POST' || path !== '/collections') return carryOut();
        const { name: wanted } = JSON.parse(body!) as { name: string };
        if (created.has(wanted))
          return habit === 'refuses it' ? refused(409, 'conflict') : { status: 200, body: created.get(wanted) };
        const answer = carryOut();
        created.set(wanted, answer.body);
        return answer;
      };
      await nameCollection(one, 'col_home', 'Home');
      await saveInto(one, 'of Home', 'col_home');
      await runRounds(2, one);
      await nameCollection(one, 'col_home', 'Work');
      await nameCollection(one, 'col_new', 'Home');
      await saveInto(one, 'of the new Home', 'col_new');
      await runRounds(3, one);
      expect([...one.disk.memories.values()].find(({ content }) => content === 'of Home')?.collection).toBe('col_home');
      expect(serverTexts(one)).toContain('of the new Home');
      expect(namesHere(one)).toEqual(['Home 2', 'Work']);
    },
  );

  test('with the old name of another collection doesn’t wait if the device only sends and the server is plain', async () => {
    const one = await synced('plain', 1);
    one.disk.state.set('link', { ...one.link(), mode: 'push' });
    await nameCollection(one, 'col_home', 'Home');
    await saveInto(one, 'of Home', 'col_home');
    await runRounds(2, one);
    await nameCollection(one, 'col_home', 'Work');
    await nameCollection(one, 'col_new', 'Home');
    await saveInto(one, 'of the new Home', 'col_new');
    await runRounds(2, one);
    expect(serverTexts(one)).toContain('of the new Home');
  });
});
