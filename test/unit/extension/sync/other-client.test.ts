import { expect, test } from 'vitest';
import { limits } from '../../../../src/v1/limits.ts';
import { device, runRound, save } from './device.ts';
import {
  changeMemory,
  connectDevice,
  httpServers,
  ourHttpServer,
  runRounds,
  textsHere,
  textsThere,
} from './over-http.ts';

const newDevice = () => device({ fetch: (...args) => fetch(...args) });

test('what another client saves stays whole on the server if it can’t be stored whole here', async () => {
  const server = await httpServers.plain();
  const browser = newDevice();
  const long = 'a line of a long text\n'.repeat(9_000).trim();
  const tags = Array.from({ length: 50 }, (_, index) => `tag ${index}`);
  await server.client.memories.create({ content: long });
  await server.client.memories.create({ content: 'tagged', tags });
  const state = await connectDevice(browser, server);
  expect(state).toMatchObject({
    counts: { stuck: 1, waiting: 0 },
    stuck: [{ reason: 'Its text is longer than 64 KiB.' }],
  });
  expect(await textsHere(browser)).toEqual(['tagged']);
  const { memories } = (await browser.local.send('GET', '/memories')).body;
  expect(memories[0].tags).toEqual(tags.slice(0, limits.tags));

  await changeMemory(browser, 'tagged', 'tagged, edited here');
  await runRounds(browser, 2);
  const there = await Array.fromAsync(server.client.memories.list());
  expect(there.map(({ content }) => content).sort()).toEqual([long, 'tagged, edited here']);
  expect(there.find(({ content }) => content.startsWith('tagged'))!.tags.toSorted()).toEqual(tags.toSorted());
});

test('what another client deletes for good goes to the trash here, or back to the server if edited here', async () => {
  const server = await ourHttpServer();
  const browser = newDevice();
  for (const text of ['deleted', 'deleted and edited', 'kept']) await save(browser.local, text);
  await connectDevice(browser, server);
  for (const { id, content } of await Array.fromAsync(server.client.memories.list()))
    if (content !== 'kept') await server.client.memories.delete(id, { permanent: true });
  await changeMemory(browser, 'deleted and edited', 'deleted, but edited here');
  expect((await runRounds(browser, 4)).question).toBeUndefined();
  const texts = ['deleted, but edited here', 'kept'];
  expect(await textsHere(browser)).toEqual(texts);
  expect(await textsThere(server)).toEqual(texts);
  expect(await textsHere(browser, true)).toEqual(['deleted']);
  expect((await runRound(browser)).counts).toMatchObject({ waiting: 0, stuck: 0, synced: 2 });
});
