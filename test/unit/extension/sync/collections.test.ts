import { expect, test } from 'vitest';
import type { TestService } from '../../../support/service.ts';
import { connected, device, ourServer, runRound } from './device.ts';

const namesOf = async (service: TestService): Promise<string[]> =>
  (await service.send('GET', '/collections')).body.collections.map(({ name }: { name: string }) => name);

const idOf = async (service: TestService, name: string): Promise<string> =>
  (await service.send('GET', '/collections')).body.collections.find((one: { name: string }) => one.name === name).id;

const rename = async (service: TestService, from: string, to: string) =>
  service.send('PATCH', `/collections/${await idOf(service, from)}`, { name: to });

/** Two devices in sync, each with a memory in Home and in Work. */
async function withTwo() {
  const server = ourServer();
  for (const name of ['Home', 'Work']) {
    const { body } = await server.service.send('POST', '/collections', { name });
    await server.service.send('POST', '/memories', { content: `of ${name}`, collection: body.id });
  }
  const [one, other] = [device(server), device(server)];
  await connected(server, one);
  await connected(server, other);
  return { server, one, other };
}

test('two collections whose names are swapped on one device have swapped names on the other', async () => {
  const { server, one, other } = await withTwo();
  await rename(one.local, 'Home', 'interim');
  await rename(one.local, 'Work', 'Home');
  await rename(one.local, 'interim', 'Work');
  await runRound(one);
  await runRound(other);
  for (const { service } of [server, { service: other.local }]) {
    expect(await namesOf(service)).toEqual(['Home', 'Work']);
    const { body } = await service.send('GET', `/collections/${await idOf(service, 'Work')}/memories`);
    expect(body.memories).toMatchObject([{ content: 'of Home' }]);
  }
});

test('a collection deleted here is deleted on the server, and its memories stay', async () => {
  const { server, one } = await withTwo();
  await one.local.send('DELETE', `/collections/${await idOf(one.local, 'Home')}`);
  await runRound(one);
  expect(await namesOf(server.service)).toEqual(['Work']);
  expect((await server.service.send('GET', '/memories')).body.memories).toHaveLength(2);
  expect(await runRound(one)).toMatchObject({ counts: { waiting: 0, stuck: 0, synced: 2 } });
  expect(await namesOf(one.local)).toEqual(['Work']);
});

test('a deletion that the server refuses isn’t sent again', async () => {
  const { server, one } = await withTwo();
  server.instead = (request) =>
    request.method === 'DELETE'
      ? Response.json({ error: { code: 'forbidden', message: 'No.' } }, { status: 403 })
      : undefined;
  await one.local.send('DELETE', `/collections/${await idOf(one.local, 'Home')}`);
  await runRound(one);
  server.sent.length = 0;
  await runRound(one);
  expect(server.sent.filter((line) => line.startsWith('DELETE'))).toEqual([]);
  expect(await namesOf(server.service)).toEqual(['Home', 'Work']);
  expect(await namesOf(one.local)).toEqual(['Work']);
});
