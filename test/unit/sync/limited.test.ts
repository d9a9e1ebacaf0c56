import { expect, test } from 'vitest';
import { DiskWriter } from '../../simulation/device-store.ts';
import { syncDevice, liveCount, synced, writesOf, type Answer, type SyncDevice } from '../../support/sync-device.ts';

const refused = (status: number, code: string): Answer => ({ status, body: { error: { code, message: 'No.' } } });

/** Makes the server refuse its change feed, as for a token limited to some collections. */
const withoutFeed =
  (answer: SyncDevice['answer']): SyncDevice['answer'] =>
  (request, carryOut) =>
    request.path === '/changes' ? refused(403, 'forbidden') : answer(request, carryOut);

test('a token without access to the change feed reads a list in several rounds if its rate limit is low', async () => {
  const server = (await synced('extended', 500)).server;
  const one = syncDevice('extended');
  one.server = server;
  let taken = 0;
  one.answer = withoutFeed((_, carryOut) =>
    ++taken > 3
      ? { status: 429, body: { error: { code: 'rate_limited', message: 'Wait.', retryAfter: 60 } } }
      : carryOut(),
  );
  for (let round = 0; round < 4; round++) {
    taken = 0;
    await one.round();
    one.now += 61_000;
  }
  expect(liveCount(one)).toBe(500);
});

test('a memory that the new token doesn’t see isn’t created again while edits of the memory get a 502', async () => {
  const one = await synced('extended', 1);
  one.token = 'limited';
  const [row] = one.disk.memories.values();
  await new DiskWriter(one.disk).putMemory({ ...row!, content: 'edited here' });
  one.disk.commit();
  one.answer = withoutFeed(({ method, path }, carryOut) => {
    if (method === 'PATCH') return refused(502, 'internal');
    if (path.startsWith('/memories/')) return refused(404, 'not_found');
    // The list still has the memory until the device has confirmed that the account is the same.
    return path === '/memories' && method === 'GET' && one.link().confirmed
      ? { status: 200, body: { memories: [], nextCursor: null } }
      : carryOut();
  });
  for (let round = 0; round < 6; round++) {
    await one.round();
    one.now += 130_000;
  }
  expect(writesOf(one).filter((line) => line.startsWith('POST'))).toEqual([]);
  expect(liveCount(one)).toBe(1);
});
