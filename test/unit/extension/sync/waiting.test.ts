import { describe, expect, test } from 'vitest';
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

const full = { error: { code: 'quota_exceeded', message: 'The plan allows 200 memories, and all are used.' } };
const today = { error: { code: 'quota_exceeded', message: 'Used up.', retryAfter: 7_200 } };

/** A device with an edited synced memory and a new memory. */
async function twoChanges(): Promise<{ server: Server; browser: Device }> {
  const server = ourServer();
  const browser = device(server);
  const { id } = (await save(browser.local, 'synced')).body;
  await connected(server, browser);
  await browser.local.send('PATCH', `/memories/${id}`, { content: 'edited' });
  await save(browser.local, 'new');
  return { server, browser };
}

const reasonsOf = async (browser: Device) =>
  Object.fromEntries((await runRound(browser)).waiting.map(({ text, reason }) => [text, reason]));

const withoutBatch = (respond: (request: Request) => Response | undefined) => (request: Request) =>
  request.url.endsWith('/batch') ? Response.json({}, { status: 404 }) : respond(request);

test('when the plan allows no more memories, only new memories wait for that reason', async () => {
  const { server, browser } = await twoChanges();
  const broken = { error: { code: 'internal', message: 'No.' } };
  server.instead = withoutBatch(({ method }) => {
    if (method === 'GET') return undefined;
    return method === 'POST' ? Response.json(full, { status: 403 }) : Response.json(broken, { status: 500 });
  });
  expect(await reasonsOf(browser)).toEqual({ new: 'quota', edited: 'unanswered' });
});

test('when the day’s changes are used up, every change waits for that reason until the server allows changes again', async () => {
  const { server, browser } = await twoChanges();
  server.instead = withoutBatch(({ method }) => (method === 'GET' ? undefined : Response.json(today, { status: 403 })));
  expect(await reasonsOf(browser)).toEqual({ new: 'quota', edited: 'quota' });
  browser.skew = 7_300_000;
  expect((await browser.sync.state()).waiting.map(({ reason }) => reason)).toEqual(['unsent', 'unsent']);
});

test('lists writes that got no answer as unanswered, not as unsent', async () => {
  const { server, browser } = await twoChanges();
  server.instead = ({ method }) => {
    if (method !== 'GET') throw new TypeError('Failed to fetch');
    return undefined;
  };
  expect(await reasonsOf(browser)).toEqual({ new: 'unanswered', edited: 'unanswered' });
});

const memoryScopes = ['memories:read', 'memories:write'];

test.each<[string, string[], object]>([
  ['a token with all rights', [...memoryScopes, 'collections:read', 'collections:write'], { see: true, change: true }],
  ['a token that may only read collections', [...memoryScopes, 'collections:read'], { see: true, change: false }],
  ['a token without rights to collections', memoryScopes, { see: false, change: false }],
])('the check and a restarted engine report what sync can do with collections: %s', async (_, scopes, collections) => {
  const server = ourServer();
  const browser = device(server);
  await browser.sync.command({ do: 'check', address, token: await tokenOf(server, scopes) });
  expect(await waitForState(browser.sync, 'the check', ({ check }) => check?.status === 'ready')).toMatchObject({
    check: { collections },
  });
  await browser.sync.command({ do: 'start', mode: 'merge', collections: null });
  await waitForState(browser.sync, 'the end', ({ last, isRunning }) => last?.stopped === null && !isRunning);
  const again = await browser.restart();
  expect((await again.sync.state()).server).toMatchObject({ collections });
});

test('detects that a token is limited to a collection, even if the token can’t see the collection', async () => {
  const server = ourServer();
  const browser = device(server);
  const { id } = (await server.service.send('POST', '/collections', { name: 'Work' })).body;
  const token = await server.service.token({ scopes: memoryScopes, collections: [id] });
  await browser.sync.command({ do: 'check', address, token });
  const { check } = await waitForState(browser.sync, 'the check', (state) => state.check?.status === 'ready');
  expect(check).toMatchObject({ collections: { see: false, change: false }, isLimited: true });
});

test('what the connected server offers is unknown until a round reaches the server', async () => {
  const server = ourServer();
  const browser = device(server);
  await browser.sync.command({ do: 'check', address, token: await tokenOf(server) });
  await waitForState(browser.sync, 'the check', ({ check }) => check?.status === 'ready');
  server.instead = () => {
    throw new TypeError('Failed to fetch');
  };
  await browser.sync.command({ do: 'start', mode: 'pull', collections: null });
  const { server: unread } = await waitForState(
    browser.sync,
    'the failure',
    ({ last }) => last?.stopped === 'unreachable',
  );
  expect(unread).toMatchObject({ mode: 'pull', offers: undefined });
  server.instead = undefined;
  expect((await runRound(browser)).server).toMatchObject({ offers: { deletes: true }, isLimited: false });
});

describe('a change since the last round', () => {
  test('waits, doesn’t count as synced, and makes the last proof outdated', async () => {
    const server = ourServer();
    const browser = device(server);
    const ids = [];
    for (const text of ['edited', 'deleted', 'untouched'])
      ids.push((await save(browser.local, text)).body.id as string);
    await connected(server, browser);
    await browser.sync.command({ do: 'pause' });
    expect((await browser.sync.state()).counts).toMatchObject({ synced: 3, waiting: 0 });
    await browser.local.send('PATCH', `/memories/${ids[0]}`, { content: 'edited later' });
    await browser.local.send('DELETE', `/memories/${ids[1]}`);
    await save(browser.local, 'new');
    const { counts, waiting, proof } = await browser.sync.state();
    expect(counts).toMatchObject({ synced: 1, waiting: 3 });
    expect(waiting.map(({ text }) => text).toSorted()).toEqual(['deleted', 'edited later', 'new']);
    expect(proof?.isCurrent).toBe(false);
  });

  test('no longer waits once it is reverted', async () => {
    const server = ourServer();
    const browser = device(server);
    const { id } = (await save(browser.local, 'first')).body;
    await connected(server, browser);
    await browser.sync.command({ do: 'pause' });
    for (const content of ['second', 'first']) await browser.local.send('PATCH', `/memories/${id}`, { content });
    expect((await browser.sync.state()).counts).toMatchObject({ synced: 1, waiting: 0 });
  });

  test('doesn’t wait if sync made it', async () => {
    const server = ourServer();
    const browser = device(server);
    for (let index = 0; index < 30; index++) await save(server.service, `there ${index}`);
    await connected(server, browser);
    expect((await browser.sync.state()).counts).toMatchObject({ synced: 30, waiting: 0 });
  });
});

test('a proof is repeated after an hour if something has changed, otherwise after a day', async () => {
  const server = ourServer();
  const browser = device(server);
  await save(browser.local, 'first');
  await connected(server, browser);
  const { proof } = await runRound(browser);
  /** Runs a round without a request for a proof, and returns the latest proof. */
  async function proofAfterRound() {
    await browser.sync.command({ do: 'pause' });
    await browser.sync.command({ do: 'resume' });
    return (await waitForState(browser.sync, 'a round', ({ isRunning }) => !isRunning)).proof;
  }
  await save(browser.local, 'second');
  expect(await proofAfterRound()).toMatchObject({ at: proof?.at, isCurrent: false });
  browser.skew = 3_700_000;
  const second = await proofAfterRound();
  expect(second).toMatchObject({ count: 2, same: true, isCurrent: true });
  browser.skew *= 2;
  expect((await proofAfterRound())!.at, 'without another change').toBe(second!.at);
  browser.skew = 100_000_000;
  expect((await proofAfterRound())!.at, 'a day later').not.toBe(second!.at);
});

test('a proof isn’t current if a memory was saved between the comparison and the end of the round', async () => {
  const server = ourServer();
  const browser = device(server);
  await save(browser.local, 'first');
  await connected(server, browser);
  let saving: Promise<unknown> | undefined;
  server.instead = ({ url }) => {
    if (!url.includes('/digest')) return undefined;
    // After this response, the round reads the clock for the first time when it has compared both sides. That reading
    // saves the second memory.
    Object.defineProperty(browser, 'skew', {
      get() {
        saving ??= save(browser.local, 'second');
        return 0;
      },
    });
    return undefined;
  };
  const { proof } = await runRound(browser);
  await saving;
  expect(proof).toMatchObject({ same: true, count: 1 });
  expect((await browser.sync.state()).proof?.isCurrent).toBe(false);
});
