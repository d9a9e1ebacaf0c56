import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { dexieStore } from '../../../../src/store/dexie/index.ts';
import { strictDatabase } from '../../../../src/store/dexie/names.ts';
import { dump } from '../../../support/store-cases/dump.ts';
import { testHttpServer } from '../../../support/server/http-server.ts';
import { copyOf } from './copy-of.ts';
import { waitForState, device, runRound, save, type Device } from './device.ts';
import {
  changeMemory,
  connectDevice,
  expectEqual,
  httpServer,
  ourHttpServer,
  runRounds,
  textsHere,
  textsThere,
} from './over-http.ts';

const dayMs = 86_400_000;
const newDevice = (factory?: IDBFactory) => device({ fetch: (...args) => fetch(...args) }, factory);

/** Every text on a device: shown, in the trash, or as an earlier version. */
async function allTextsOf(one: Device): Promise<Set<string>> {
  const { stores } = await dump(one.factory, strictDatabase);
  const versions = stores.find(({ name }) => name === 'syncVersions')!.rows as { fields: { content: string } }[];
  const earlier = versions.map(({ fields }) => fields.content);
  return new Set([...(await textsHere(one)), ...(await textsHere(one, true)), ...earlier]);
}

/** Our server over HTTP. Its store can be replaced by a backup; its address stays the same. */
async function restorableServer() {
  const factory = new IDBFactory();
  const open = (indexedDB: IDBFactory) => testHttpServer({ store: dexieStore({ indexedDB, IDBKeyRange }) });
  const first = await open(factory);
  let current = first.base;
  return {
    server: httpServer(first.base, first.token),
    /** The server that is at the address now. */
    now: () => httpServer(current, first.token),
    fetch: (input: RequestInfo | URL, init?: RequestInit) => {
      const { href } = new URL(input instanceof Request ? input.url : input);
      return fetch(href.replace(first.base, current), init);
    },
    backup: () => copyOf(factory),
    async restore(backup: IDBFactory) {
      await first.drain();
      current = (await open(backup)).base;
    },
  };
}

test('a server that goes back to a backup removes no text from a device, and both sides end equal', async () => {
  const site = await restorableServer();
  const one = device(site);
  const kept = Array.from({ length: 40 }, (_, index) => `kept ${String(index).padStart(2, '0')}`);
  for (const text of kept) await save(one.local, text);
  await connectDevice(one, site.server);
  const backup = await site.backup();

  await changeMemory(one, 'kept 39', 'edited after the backup');
  await changeMemory(one, 'kept 38', null);
  await save(one.local, 'saved after the backup');
  await runRounds(one, 2);
  expect(await textsThere(site.server)).toContain('saved after the backup');

  await site.restore(backup);
  expect(await textsThere(site.now())).toEqual(kept);
  await save(one.local, 'saved after the server went back');
  await runRounds(one, 5);
  const state = await runRound(one);
  expect(state.question).toBeUndefined();
  expect(state.proof).toMatchObject({ same: true });
  expect(await textsHere(one)).toEqual(await textsThere(site.now()));
  const all = await allTextsOf(one);
  for (const text of [...kept, 'edited after the backup', 'saved after the backup', 'saved after the server went back'])
    expect(all).toContain(text);
  expect(await textsHere(one)).toContain('saved after the server went back');
});

test('a server that goes back to an empty state deletes nothing here before the user decides', async () => {
  const site = await restorableServer();
  const backup = await site.backup();
  const one = device(site);
  const texts = ['one', 'three', 'two'];
  for (const text of texts) await save(one.local, text);
  await connectDevice(one, site.server);
  await site.restore(backup);
  await runRounds(one, 4);
  expect(await waitForState(one.sync, 'the question', ({ question }) => question !== undefined)).toMatchObject({
    question: { kind: 'mass-absence', missing: 3, known: 3 },
  });
  expect(await textsHere(one)).toEqual(texts);
});

test('a profile that goes back to an earlier state catches up, and sends nothing twice', async () => {
  const server = await ourHttpServer();
  const one = newDevice();
  for (const text of ['edited later', 'deleted later', 'kept']) await save(one.local, text);
  await connectDevice(one, server);
  await save(one.local, 'waiting when the copy was made');
  const copy = await copyOf(one.factory);

  await changeMemory(one, 'edited later', 'edited');
  await changeMemory(one, 'deleted later', null);
  await save(one.local, 'saved later');
  await runRounds(one, 2);
  await one.close();

  const back = newDevice(copy);
  expect(await textsHere(back)).toEqual(['deleted later', 'edited later', 'kept', 'waiting when the copy was made']);
  await changeMemory(back, 'kept', 'edited in the old profile');
  await runRounds(back, 4);
  const texts = ['edited', 'edited in the old profile', 'saved later', 'waiting when the copy was made'];
  expect(await textsThere(server)).toEqual(texts);
  expect(await textsHere(back)).toEqual(texts);
});

test.each([
  ['40 days ahead', 40],
  ['40 days behind', -40],
])('a device whose clock is set %s, and back again, loses and duplicates nothing', async (_, days) => {
  const server = await ourHttpServer();
  const [one, other] = [newDevice(), newDevice()];
  for (const text of ['edited here', 'edited there', 'kept']) await save(one.local, text);
  await connectDevice(one, server);
  await connectDevice(other, server);

  one.skew += days * dayMs;
  await changeMemory(one, 'edited here', 'edited with the wrong clock');
  await save(one.local, 'saved with the wrong clock');
  await changeMemory(other, 'edited there', 'edited on the other');
  await runRounds(other, 2);
  await runRounds(one, 2);
  one.skew -= days * dayMs;
  await save(one.local, 'saved with the right clock');
  await runRounds(one, 2);
  await runRounds(other, 2);
  const texts = [
    'edited on the other',
    'edited with the wrong clock',
    'kept',
    'saved with the right clock',
    'saved with the wrong clock',
  ];
  for (const checked of [one, other]) await expectEqual(checked, server, await runRound(checked), texts);
});
