import { expect, test } from 'vitest';
import { liveCount, synced, syncDevice, writeElsewhere, writesOf, type SyncDevice } from '../../support/sync-device.ts';

const minute = 60_000;

/** Restarts the device and runs its first round. Returns the method and path of each request that the round sends. */
async function sentAfterRestart(one: SyncDevice): Promise<string[]> {
  one.restart();
  one.now += 5 * minute;
  one.sent.length = 0;
  await one.round();
  return one.sent.map((line) => line.split(' ').slice(0, 2).join(' '));
}

const textsHere = ({ disk }: SyncDevice) => [...disk.memories.values()].map(({ content }) => content).toSorted();
const textsThere = ({ server }: SyncDevice) => server.liveMemories().map(({ content }) => content);

test.each([
  ['extended', ['GET /v1/changes']],
  ['plain', ['GET /v1/collections', 'GET /v1/memories']],
] as const)('an idle round after a restart (%s server) sends only these requests: %j', async (kind, requests) => {
  const one = await synced(kind, 5);
  await one.round();
  expect(await sentAfterRestart(one)).toEqual(requests);
  expect(await sentAfterRestart(one)).toEqual(requests);
});

test('after a restart, the feed is read first and brings changes from the server; changes made here are sent', async () => {
  const one = await synced('extended', 1);
  writeElsewhere(one, 'POST', '/memories', { content: 'from there' });
  await one.save('from here');
  expect(await sentAfterRestart(one)).toEqual(['GET /v1/changes', 'POST /v1/memories']);
  expect(textsThere(one).toSorted()).toEqual(['from here', 'from there', 'note 0']);
  expect(textsHere(one)).toEqual(['from here', 'from there', 'note 0']);
});

test('after a restart, the feed is read again once a write in doubt is settled', async () => {
  const one = await synced('extended', 1);
  const [item] = one.disk.items.values();
  await one.edit(item!.id, { content: 'edited here' });
  one.answer = ({ method }, carryOut) => {
    const response = carryOut();
    return method === 'PATCH' ? { status: 502, body: undefined } : response;
  };
  await one.round();
  one.answer = (_, carryOut) => carryOut();
  const sent = await sentAfterRestart(one);
  expect(sent).toEqual(['GET /v1/changes', `GET /v1/memories/${item!.remote}`, 'GET /v1/changes']);
  expect([textsHere(one), textsThere(one)]).toEqual([['edited here'], ['edited here']]);
});

test.each([
  ['offers no extensions', true],
  ['offers all but deleting', 'delete'],
  ['offers all but the feed', 'changes'],
] as const)(
  'after a restart, a deletion is sent only if the server still offers deleting: %s',
  async (_, hidesOffers) => {
    const one = await synced('extended', 2);
    const [id] = one.disk.memories.keys();
    one.hidesOffers = hidesOffers;
    await one.edit(id!, { deletedAt: new Date(one.now).toISOString() });
    await sentAfterRestart(one);
    await sentAfterRestart(one);
    const isTaken = hidesOffers === 'changes';
    expect(writesOf(one).filter((line) => line.startsWith('DELETE'))).toEqual([]);
    expect([textsThere(one).length, liveCount(one)]).toEqual([isTaken ? 1 : 2, 1]);
  },
);

test('after a restart, a create in doubt is settled even if requests for the feed fail', async () => {
  const one = await synced('extended', 1);
  await one.save('once');
  one.answer = ({ method }, carryOut) => {
    const response = carryOut();
    return method === 'POST' ? { status: 502, body: undefined } : response;
  };
  await one.round();
  one.answer = ({ path }, carryOut) => (path === '/changes' ? { status: 503, body: undefined } : carryOut());
  await sentAfterRestart(one);
  expect([...one.disk.items.values()].every(({ op }) => op === null)).toBe(true);
  expect(textsThere(one)).toEqual(expect.arrayContaining(['note 0', 'once']));
});

test('in the first round, a list of collections that couldn’t be read is read again before the memories', async () => {
  const one = syncDevice('plain');
  const { id } = writeElsewhere(one, 'POST', '/collections', { name: 'Trains' });
  writeElsewhere(one, 'POST', '/memories', { content: 'from there', collection: id });
  let count = 0;
  one.answer = ({ path }, carryOut) =>
    path === '/collections' && count++ === 0
      ? { status: 503, body: { error: { code: 'unavailable', message: 'Later.' } } }
      : carryOut();
  await one.round();
  expect(count).toBe(2);
  expect([...one.disk.memories.values()].map(({ collection }) => collection)).not.toContain(null);
});
