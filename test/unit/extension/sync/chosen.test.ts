import { expect, test, vi } from 'vitest';
import { address, blockFeed, waitForState, device, ourServer, tokenOf } from './device.ts';

const hour = 3_600_000;

/** A device that syncs the collection Work, but not the server's other memory, which is in no collection. */
async function withChosen() {
  const server = ourServer();
  const { body: work } = await server.service.send('POST', '/collections', { name: 'Work' });
  await server.service.send('POST', '/memories', { content: 'at work', collection: work.id });
  await server.service.send('POST', '/memories', { content: 'at home' });
  const browser = device(server);
  await browser.sync.command({ do: 'check', address, token: await tokenOf(server) });
  await waitForState(browser.sync, 'the check', ({ check }) => check?.status === 'ready');
  await browser.sync.command({ do: 'start', mode: 'merge', collections: [], onlyThere: ['Work'] });
  await waitForState(browser.sync, 'the first proof', ({ proof, isRunning }) => proof?.same === true && !isRunning);

  /** The requests of the round that runs `ms` later. */
  async function roundAfter(ms: number): Promise<string[]> {
    server.sent.length = 0;
    const before = (await browser.sync.state()).last?.at;
    browser.skew += ms;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    browser.sync.checkSoon();
    await vi.advanceTimersByTimeAsync(4_000);
    vi.useRealTimers();
    await waitForState(browser.sync, 'a round', ({ last, isRunning }) => last?.at !== before && !isRunning);
    return [...server.sent];
  }
  return { server, browser, roundAfter };
}

const feed = 'GET /v1/changes';

test('if only some collections sync, compares both sides once a day, by reading the whole server again', async () => {
  const { browser, roundAfter } = await withChosen();
  const { proof } = await browser.sync.state();
  expect(await roundAfter(hour)).toEqual([feed]);
  expect((await browser.sync.state()).proof).toEqual(proof);
  expect(await roundAfter(24 * hour)).toEqual([feed, feed]);
  const renewed = (await browser.sync.state()).proof!;
  expect(renewed).toMatchObject({ same: true, count: 1 });
  expect(Date.parse(renewed.at)).toBeGreaterThan(Date.parse(proof!.at) + 24 * hour);
  expect(await roundAfter(hour / 2)).toEqual([feed]);
});

test('while a waiting change prevents a comparison, reads the whole server at most once an hour', async () => {
  const { server, browser, roundAfter } = await withChosen();
  server.instead = ({ method }) =>
    method !== 'GET'
      ? Response.json({ error: { code: 'quota_exceeded', message: 'No more today.' } }, { status: 402 })
      : undefined;
  const { body } = await browser.local.send('GET', '/memories');
  await browser.local.send('PATCH', `/memories/${body.memories[0].id}`, { content: 'edited' });
  const reads = async (ms: number) => (await roundAfter(ms)).filter((line) => line === feed).length;
  expect(await reads(25 * hour)).toBe(2);
  expect((await browser.sync.state()).counts.waiting).toBe(1);
  expect(await reads(hour / 2)).toBe(1);
  expect(await reads(hour)).toBe(2);
});

test('if more collections are chosen during the first reading of the server, no memory is left out', async () => {
  const server = ourServer();
  const browser = device(server);
  // The memories of B come first, so they are on the feed's first page, which is being read when B is chosen.
  for (const [name, count] of [
    ['B', 60],
    ['A', 60],
  ] as const) {
    const { body } = await server.service.send('POST', '/collections', { name });
    for (let n = 0; n < count; n++)
      await server.service.send('POST', '/memories', { content: `${name} ${n}`, collection: body.id });
  }
  const token = await tokenOf(server);
  const check = async () => {
    await browser.sync.command({ do: 'check', address, token });
    await waitForState(browser.sync, 'the check', (state) => state.check?.status === 'ready');
  };
  await check();
  const { untilBlocked, release } = blockFeed(server);
  await browser.sync.command({ do: 'start', mode: 'merge', collections: [], onlyThere: ['A'] });
  await untilBlocked();
  await check();
  await browser.sync.command({ do: 'start', mode: 'merge', collections: [], onlyThere: ['A', 'B'] });
  await new Promise((resolve) => setTimeout(resolve, 50));
  release();
  const { proof } = await waitForState(
    browser.sync,
    'a proof',
    (state) => state.proof !== undefined && !state.isRunning,
  );
  expect(proof).toMatchObject({ same: true, count: 120 });
  expect((await browser.sync.state()).counts).toMatchObject({ synced: 120, waiting: 0 });
});
