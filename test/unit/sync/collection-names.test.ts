import { expect, test } from 'vitest';
import { overviewOf } from '../../../src/extension/sync/overview.ts';
import { limits } from '../../../src/v1/limits.ts';
import {
  collectionThere,
  moveMemory,
  nameCollection,
  refused,
  runRounds,
  saveInto,
  deleteCollection,
  syncedHome,
} from '../../support/sync-collections.ts';
import { syncDevice, synced, writeElsewhere, writesOf, type SyncDevice } from '../../support/sync-device.ts';

const at = '2026-01-01T00:00:00.000Z';

function collectionsThere(one: SyncDevice, names: string[]): void {
  const collections = names.map((name, index) => ({ id: `there ${index}`, name, createdAt: at, memoryCount: 0 }));
  one.answer = ({ method, path }, carryOut) =>
    method === 'GET' && path === '/collections' ? { status: 200, body: { collections, nextCursor: null } } : carryOut();
}

const namesOn = async (one: SyncDevice) => (await overviewOf(one.parts().store, async () => {})).names;

test('lists collections of the server that are merged into one here, and collections with unusable names', async () => {
  const one = syncDevice('plain');
  collectionsThere(one, ['Work', 'Play', ' ', 'WORK', 'x'.repeat(300)]);
  await one.round();
  expect(await namesOn(one)).toMatchObject({
    merged: [['Work', 'WORK']],
    unusable: [' ', 'x'.repeat(limits.collectionNameCharacters)],
  });
  expect([...one.disk.collections.values()].map(({ name }) => name)).toEqual(['Work', 'Play']);
});

test('lists merged and unusable names only while the server has them', async () => {
  const one = await synced('plain', 1);
  expect(await namesOn(one)).toMatchObject({ merged: [], unusable: [] });
  collectionsThere(one, ['Work', 'work', '']);
  await one.round();
  expect(await namesOn(one)).toMatchObject({ merged: [['Work', 'work']], unusable: [''] });
  collectionsThere(one, ['Work']);
  await one.round();
  expect(await namesOn(one)).toMatchObject({ merged: [], unusable: [] });
});

test('a device that only sends lists no merged or unusable names', async () => {
  const one = syncDevice('plain');
  one.disk.state.set('link', { ...one.link(), mode: 'push' });
  collectionsThere(one, ['Work', 'WORK', '']);
  await one.round();
  expect(await namesOn(one)).toMatchObject({ merged: [], unusable: [] });
  expect(writesOf(one)).toEqual([]);
});

test('an idle round with an unusable name writes nothing here', async () => {
  const one = syncDevice('plain');
  collectionsThere(one, ['Work', '']);
  await one.round();
  await one.round();
  const rows = one.disk.writes;
  await one.round();
  expect(one.disk.writes).toBe(rows);
});

test('lists collections that have another name on the server, or were deleted only here', async () => {
  const { one } = await syncedHome();
  await nameCollection(one, 'col_other', 'Other');
  await moveMemory(one, await one.save('second'), 'col_other');
  await one.round();
  one.answer = ({ method, path }, carryOut) =>
    method !== 'GET' && path.startsWith('/collections/') ? refused(403, 'forbidden') : carryOut();
  await nameCollection(one, 'col_home', 'Work');
  await deleteCollection(one, 'col_other');
  await one.round();
  expect(await namesOn(one)).toEqual({
    merged: [],
    different: [{ here: 'Work', there: 'Home' }],
    kept: ['Other'],
    unusable: [],
  });
});

test('sends names to a server that refers to collections by name, even if the reading of a list is interrupted', async () => {
  const one = syncDevice('plain', 2, { collectionField: 'name', reference: 'name' });
  writeElsewhere(one, 'POST', '/collections', { name: 'Work' });
  for (let n = 0; n < 6; n++) writeElsewhere(one, 'POST', '/memories', { content: `text ${n}`, collection: 'Work' });
  await nameCollection(one, 'col_new', 'New');
  await nameCollection(one, 'col_work', 'Work');
  await saveInto(one, 'into New', 'col_new');
  await saveInto(one, 'into Work', 'col_work');
  const pages = () => one.sent.filter((line) => line.startsWith('GET /v1/memories ')).length;
  expect((await one.round({ isOver: () => pages() >= 2 })).stopped).toBe('over');
  await runRounds(3, one);
  expect([collectionThere(one, 'into New'), collectionThere(one, 'into Work')]).toEqual(['New', 'Work']);
});

test('sends names, not ids, even if the rest of the interrupted list has no memory in a collection', async () => {
  const one = syncDevice('plain', 2, { collectionField: 'name', reference: 'name', order: 'oldest first' });
  writeElsewhere(one, 'POST', '/collections', { name: 'Work' });
  for (const collection of ['Work', 'Work', undefined, undefined, undefined])
    writeElsewhere(one, 'POST', '/memories', { content: 'text', collection });
  await nameCollection(one, 'col_work', 'Work');
  const pages = () => one.sent.filter((line) => line.startsWith('GET /v1/memories ')).length;
  await one.round({ isOver: () => pages() >= 1 });
  await saveInto(one, 'into Work', 'col_work');
  await runRounds(1, one);
  expect(collectionThere(one, 'into Work')).toBe('Work');
});
