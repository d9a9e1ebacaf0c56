import { expect, test } from 'vitest';
import { synced, syncDevice, type Answer, type SyncDevice } from '../../support/sync-device.ts';

const minute = 60_000;
const textsOf = ({ server }: SyncDevice) => server.liveMemories().map(({ content }) => content);

async function rounds(one: SyncDevice, count: number): Promise<void> {
  for (let round = 0; round < count; round++) {
    one.now += 3 * minute;
    await one.round();
  }
}

const offline = (): Answer => {
  throw new TypeError('Failed to fetch');
};

test.each([
  ['a new memory', async (one: SyncDevice) => void (await one.save('later')), ['note 0', 'note 1', 'later']],
  [
    'a deletion',
    async (one: SyncDevice) => one.edit([...one.disk.memories.keys()][0]!, { deletedAt: '2026-01-01T00:00:00.000Z' }),
    ['note 1'],
  ],
])('%s without an answer is sent after an outage, however many rounds the outage lasted', async (_, change, texts) => {
  const one = await synced('extended', 2);
  await change(one);
  one.answer = ({ method }, carryOut) => (method === 'GET' ? carryOut() : offline());
  await rounds(one, 1);
  one.answer = offline;
  await rounds(one, 20);
  one.answer = (_request, carryOut) => carryOut();
  await rounds(one, 2);
  expect(textsOf(one).toSorted()).toEqual(texts.toSorted());
});

test('a write on which the server breaks down each time waits for the user after eight attempts', async () => {
  const one = await synced('extended', 1);
  await one.save('poison');
  one.answer = ({ method, body }, carryOut) => (method !== 'GET' && body?.includes('poison') ? offline() : carryOut());
  await rounds(one, 8);
  expect([...one.disk.items.values()].map(({ refusal }) => refusal?.code)).toContain('gave_up');
  await one.save('healthy');
  await rounds(one, 1);
  expect(textsOf(one)).toContain('healthy');
});

test.each([
  ['a gateway’s error', 503, { error: { code: 'unavailable', message: 'Try later.' } }],
  ['a gateway’s rate limit', 429, { error: { code: 'rate_limited', message: 'Slow down.' } }],
  ['a gateway’s request to sign in', 401, { error: { code: 'unauthorized', message: 'Sign in.' } }],
  ['a portal’s success', 200, { status: 'ok' }],
])('a deletion is sent although the first answer after a restart was %s', async (_, status, body) => {
  const one = await synced('extended', 2);
  one.restart();
  await one.edit([...one.disk.memories.keys()][0]!, { deletedAt: '2026-01-01T00:00:00.000Z' });
  one.hidesOffers = true;
  one.answer = () => ({ status, body });
  await rounds(one, 2);
  one.hidesOffers = false;
  one.answer = (_request, carryOut) => carryOut();
  await rounds(one, 2);
  expect(textsOf(one)).toEqual(['note 1']);
});

test('a server that loses all its extensions is synced as a plain one', async () => {
  const one = await synced('extended', 1);
  const plain = syncDevice('plain').server;
  for (const memory of one.server.liveMemories()) plain.put(memory);
  one.server = plain;
  one.restart();
  await one.save('new');
  await rounds(one, 4);
  expect(textsOf(one).toSorted()).toEqual(['new', 'note 0']);
});

test.each([1, 2, 3, 5])(
  '%d memories that the server can’t read by their ids hold up no other memory',
  async (count) => {
    const one = await synced('plain', 6);
    const broken = [...one.disk.items.values()].slice(0, count);
    for (const { id } of broken) await one.edit(id, { content: 'edited' });
    const isBroken = (path: string) => broken.some(({ remote }) => path.endsWith(`/memories/${remote}`));
    one.answer = ({ method }, carryOut) => (method === 'GET' ? carryOut() : { status: 502, body: undefined });
    await rounds(one, 1);
    one.answer = ({ path }, carryOut) => (isBroken(path) ? { status: 500, body: undefined } : carryOut());
    await one.save('healthy');
    await rounds(one, 4);
    expect(textsOf(one)).toContain('healthy');
  },
);
