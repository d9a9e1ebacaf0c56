import { expect, test, vi } from 'vitest';
import { address, become, device, ourServer, tokenOf } from './device.ts';

const hour = 3_600_000;

/** A device that syncs one of the server's collections. */
async function withChosen() {
  const server = ourServer();
  const { body: work } = await server.service.send('POST', '/collections', { name: 'Work' });
  await server.service.send('POST', '/memories', { content: 'at work', collection: work.id });
  await server.service.send('POST', '/memories', { content: 'at home' });
  const one = device(server);
  await one.sync.command({ do: 'check', address, token: await tokenOf(server) });
  await become(one.sync, 'the check', ({ check }) => check?.status === 'ready');
  await one.sync.command({ do: 'start', mode: 'merge', collections: [], onlyThere: ['Work'] });
  await become(one.sync, 'the first proof', ({ proof, isRunning }) => proof?.same === true && !isRunning);

  /** The requests of the round that runs `ms` later. */
  async function after(ms: number): Promise<string[]> {
    server.sent.length = 0;
    const before = (await one.sync.state()).last?.at;
    one.skew += ms;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    one.sync.checkSoon();
    await vi.advanceTimersByTimeAsync(4_000);
    vi.useRealTimers();
    await become(one.sync, 'a round', ({ last, isRunning }) => last?.at !== before && !isRunning);
    return [...server.sent];
  }
  return { server, one, after };
}

const feed = 'GET /v1/changes';

test('if only some collections sync, both sides are compared once a day, by one more reading', async () => {
  const { one, after } = await withChosen();
  const { proof } = await one.sync.state();
  expect(await after(hour)).toEqual([feed]);
  expect((await one.sync.state()).proof).toEqual(proof);
  expect(await after(24 * hour)).toEqual([feed, feed]);
  const renewed = (await one.sync.state()).proof!;
  expect(renewed).toMatchObject({ same: true, count: 1 });
  expect(Date.parse(renewed.at)).toBeGreaterThan(Date.parse(proof!.at) + 24 * hour);
  expect(await after(hour / 2)).toEqual([feed]);
});

test('while a change waits, so that nothing can be compared, the server is read whole once an hour at most', async () => {
  const { server, one, after } = await withChosen();
  server.instead = ({ method }) =>
    method !== 'GET'
      ? Response.json({ error: { code: 'quota_exceeded', message: 'No more today.' } }, { status: 402 })
      : undefined;
  const { body } = await one.local.send('GET', '/memories');
  await one.local.send('PATCH', `/memories/${body.memories[0].id}`, { content: 'edited' });
  const readings = async (ms: number) => (await after(ms)).filter((line) => line === feed).length;
  expect(await readings(25 * hour)).toBe(2);
  expect((await one.sync.state()).counts.waiting).toBe(1);
  expect(await readings(hour / 2)).toBe(1);
  expect(await readings(hour)).toBe(2);
});
