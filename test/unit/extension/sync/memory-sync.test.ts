import { beforeEach, expect, test } from 'vitest';
import { conflictTag, type SyncMode } from '../../../../src/lib/sync.ts';
import {
  address,
  waitForState,
  connected,
  device,
  ourServer,
  runRound,
  save,
  tokenOf,
  type Device,
  type Server,
} from './device.ts';

let server: Server;
let one: Device;

beforeEach(() => {
  server = ourServer();
  one = device(server);
});

const saveOn = async (on: Device, content: string, collection?: string): Promise<string> =>
  (await on.local.send('POST', '/memories', { content, ...(collection && { collection }) })).body.id;
const edit = (on: Device, id: string, fields: object) => on.local.send('PATCH', `/memories/${id}`, fields);
const idOn = async (on: Device, content: string): Promise<string> =>
  (await on.local.send('GET', '/memories?limit=100')).body.memories.find(
    (memory: { content: string }) => memory.content === content,
  ).id;

const refuseWrites = (status: number, error: object) =>
  void (server.instead = ({ method, url }) => {
    if (method === 'GET') return undefined;
    return Response.json(url.endsWith('/batch') ? { responses: [{ status, body: { error } }] } : { error }, {
      status: url.endsWith('/batch') ? 200 : status,
    });
  });

async function start(mode: SyncMode, collections: string[] | null): Promise<void> {
  await one.sync.command({ do: 'check', address, token: await tokenOf(server) });
  await waitForState(one.sync, 'the check', ({ check }) => check?.status === 'ready');
  await one.sync.command({ do: 'start', mode, collections });
  await waitForState(one.sync, 'the end', ({ last, isRunning }) => last?.stopped === null && !isRunning);
}

test('returns no status if no server is connected, or if the memory is in the trash or unknown', async () => {
  const id = await saveOn(one, 'a note');
  expect(await one.sync.memory(id)).toBeUndefined();
  await connected(server, one);
  expect(await one.sync.memory(id)).toEqual({ kind: 'synced' });
  expect(await one.sync.memory('mem_unknown')).toBeUndefined();
  await one.local.send('DELETE', `/memories/${id}`);
  expect(await one.sync.memory(id)).toBeUndefined();
});

test('a change has the status “waiting” from its save until the server has it', async () => {
  await connected(server, one);
  const id = await saveOn(one, 'a note');
  expect(await one.sync.memory(id)).toEqual({ kind: 'waiting' });
  await runRound(one);
  expect(await one.sync.memory(id)).toEqual({ kind: 'synced' });
  server.instead = ({ method }) => (method === 'GET' ? undefined : new Response('', { status: 502 }));
  await edit(one, id, { content: 'edited' });
  expect(await one.sync.memory(id)).toEqual({ kind: 'waiting' });
  await runRound(one);
  expect(await one.sync.memory(id)).toEqual({ kind: 'waiting' });
  server.instead = undefined;
  await runRound(one);
  expect(await one.sync.memory(id)).toEqual({ kind: 'synced' });
});

test('a memory that a round has received is synced at once', async () => {
  await connected(server, one);
  await save(server.service, 'from elsewhere');
  await runRound(one);
  expect(await one.sync.memory(await idOn(one, 'from elsewhere'))).toEqual({ kind: 'synced' });
});

test('a memory waits while the server’s plan is used up', async () => {
  await connected(server, one);
  refuseWrites(403, { code: 'quota_exceeded', message: 'Full.' });
  const id = await saveOn(one, 'one too many');
  await runRound(one);
  expect(await one.sync.memory(id)).toEqual({ kind: 'waiting' });
});

test('says why the server refused a memory or a change', async () => {
  const known = await saveOn(one, 'known');
  await connected(server, one);
  refuseWrites(400, { code: 'invalid_request', message: 'It is a Tuesday.' });
  const added = await saveOn(one, 'added');
  await runRound(one);
  expect(await one.sync.memory(added)).toEqual({ kind: 'refused', reason: 'It is a Tuesday.' });
  await edit(one, known, { content: 'known, edited' });
  await runRound(one);
  expect(await one.sync.memory(known)).toEqual({ kind: 'changeRefused', reason: 'It is a Tuesday.' });
  await edit(one, known, { content: 'known, edited again' });
  expect(await one.sync.memory(known)).toEqual({ kind: 'waiting' });
});

test('on the device that found a conflict, both memories have the status “conflict” until it is resolved', async () => {
  const id = await saveOn(one, 'a train at 9:40');
  const other = device(server);
  await connected(server, one);
  await connected(server, other);
  await edit(other, await idOn(other, 'a train at 9:40'), { content: 'a train at 9:50' });
  await runRound(other);
  await edit(one, id, { content: 'a train at 10:10' });
  await runRound(one);
  const copy = await idOn(one, 'a train at 10:10');
  expect(copy).not.toBe(id);
  for (const memoryId of [id, copy]) expect(await one.sync.memory(memoryId)).toEqual({ kind: 'conflict' });
  await runRound(other);
  expect(await other.sync.memory(await idOn(other, 'a train at 10:10'))).toEqual({ kind: 'conflict' });
  const { tags } = (await one.local.send('GET', `/memories/${copy}`)).body;
  expect(tags).toContain(conflictTag);
  // On neither device does reading both memories or syncing again end the conflict. Removing the tag ends it.
  for (const on of [one, other]) {
    for (const text of ['a train at 9:50', 'a train at 10:10'])
      await on.local.send('GET', `/memories/${await idOn(on, text)}`);
    await runRound(on);
    for (const text of ['a train at 9:50', 'a train at 10:10'])
      expect((await on.sync.memory(await idOn(on, text)))?.kind).toBe(
        on === other && text === 'a train at 9:50' ? 'synced' : 'conflict',
      );
  }
  await edit(one, copy, { tags: [] });
  expect(await one.sync.memory(id)).toEqual({ kind: 'synced' });
  expect(await one.sync.memory(copy)).toEqual({ kind: 'waiting' });
});

test('says that a memory isn’t sent if the user chose only to receive', async () => {
  await save(server.service, 'there');
  await start('pull', null);
  const id = await saveOn(one, 'only here');
  expect(await one.sync.memory(id)).toEqual({ kind: 'direction' });
  await runRound(one);
  expect(await one.sync.memory(id)).toEqual({ kind: 'direction' });
  expect(await one.sync.memory(await idOn(one, 'there'))).toEqual({ kind: 'synced' });
});

test('says that a memory isn’t sent if its collection was not chosen', async () => {
  const chosen = (await one.local.send('POST', '/collections', { name: 'Chosen' })).body.id;
  const [inside, outside] = [await saveOn(one, 'inside', chosen), await saveOn(one, 'outside')];
  await start('merge', [chosen]);
  expect(await one.sync.memory(inside)).toEqual({ kind: 'synced' });
  expect(await one.sync.memory(outside)).toEqual({ kind: 'collections' });
  expect(await one.sync.memory(await saveOn(one, 'new outside'))).toEqual({ kind: 'collections' });
});
