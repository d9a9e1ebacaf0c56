import { expect, test } from 'vitest';
import type { SyncMode } from '../../../../src/lib/sync.ts';
import { address, waitForState, connected, device, ourServer, runRound, save, textsOf, tokenOf } from './device.ts';

test('stores a copy of the server’s memories once, before it sends any memory', async () => {
  const server = ourServer();
  const browser = device(server);
  await save(browser.local, 'only here');
  for (const text of ['there', 'there too']) await save(server.service, text);
  let sent: string[] = [];
  browser.keeping = async () => void (sent = server.sent.filter((line) => !line.startsWith('GET')));
  const token = await tokenOf(server);
  await connected(server, browser, token);
  expect(browser.copies).toEqual([['there', 'there too']]);
  // The check of the token's rights tries to restore a memory and to rename a collection that don't exist.
  expect(sent).toEqual([
    `POST /v1/memories/mem_${'0'.repeat(26)}/restore`,
    `PATCH /v1/collections/col_${'0'.repeat(26)}`,
  ]);
  await connected(server, browser, token);
  expect(browser.copies).toHaveLength(1);
});

test('stores another copy of the server’s memories if the token is new, because it may be another account’s', async () => {
  const server = ourServer();
  const browser = device(server);
  await connected(server, browser);
  await save(server.service, 'there');
  await connected(server, browser);
  expect(browser.copies).toEqual([[], ['there']]);
});

test('stores a copy of the server’s memories before the first send, even if sync only received before', async () => {
  const server = ourServer();
  const browser = device(server);
  const token = await tokenOf(server);
  await save(server.service, 'there');
  const start = async (mode: SyncMode) => {
    await browser.sync.command({ do: 'check', address, token });
    await waitForState(browser.sync, 'the check', ({ check }) => check?.status === 'ready');
    await browser.sync.command({ do: 'start', mode, collections: null });
    await waitForState(browser.sync, 'the end', ({ last, isRunning }) => last?.stopped === null && !isRunning);
  };
  await start('pull');
  expect(browser.copies).toEqual([]);
  await start('merge');
  expect(browser.copies).toEqual([['there']]);
  await start('push');
  expect(browser.copies).toHaveLength(1);
});

test('stores no copy of the server’s memories if sync only receives', async () => {
  const server = ourServer();
  const browser = device(server);
  await browser.sync.command({ do: 'check', address, token: await tokenOf(server) });
  await waitForState(browser.sync, 'the check', ({ check }) => check?.status === 'ready');
  await browser.sync.command({ do: 'start', mode: 'pull', collections: null });
  await waitForState(browser.sync, 'the end', ({ last, isRunning }) => last?.stopped === null && !isRunning);
  expect([browser.copies, browser.backups]).toEqual([[], 1]);
});

test('a check with a new token says how many deletions made here will be sent', async () => {
  const server = ourServer();
  const browser = device(server);
  const { id } = (await save(browser.local, 'deleted later')).body;
  await save(browser.local, 'kept');
  await connected(server, browser);
  await runRound(browser);
  await browser.local.send('DELETE', `/memories/${id}`);
  const check = async () => {
    await browser.sync.command({ do: 'check', address, token: await tokenOf(server) });
    return (await waitForState(browser.sync, 'the check', (state) => state.check?.status === 'ready')).check;
  };
  expect(await check()).toMatchObject({ here: 1, there: 2, same: 1, deletions: 1 });
  await runRound(browser);
  expect(await check()).toMatchObject({ here: 1, there: 1, same: 1, deletions: 0 });
});

test('sync doesn’t start if copying the server fails or is cancelled, and can be started again', async () => {
  const server = ourServer();
  const browser = device(server);
  await save(server.service, 'there');
  const token = await tokenOf(server);
  const start = async () => {
    await browser.sync.command({ do: 'check', address, token });
    await waitForState(browser.sync, 'the check', ({ check }) => check?.status === 'ready');
    await browser.sync.command({ do: 'start', mode: 'merge', collections: null });
  };
  browser.keeping = () => Promise.reject(new DOMException('The disk is full.', 'QuotaExceededError'));
  browser.faults = [];
  await start();
  const { check } = await waitForState(browser.sync, 'the failure', (state) => state.check?.status === 'failed');
  expect(check).toMatchObject({ fault: 'notKept', message: 'The disk is full.' });
  expect([(await browser.sync.state()).server, browser.backups, browser.faults.length]).toEqual([undefined, 0, 1]);

  const released = Promise.withResolvers<void>();
  browser.keeping = () => released.promise;
  await start();
  await waitForState(browser.sync, 'the copy', ({ copying }) => copying === 1);
  await browser.sync.command({ do: 'cancel' });
  released.resolve();
  await waitForState(browser.sync, 'the end of the copy', ({ copying }) => copying === undefined);
  expect(await browser.sync.state()).toMatchObject({ server: undefined, check: undefined });

  browser.keeping = async () => {};
  await start();
  await waitForState(browser.sync, 'the proof', ({ proof }) => proof?.same === true);
});

test('sync doesn’t start if the backup fails, and starts once if the user starts sync again during the backup', async () => {
  const server = ourServer();
  const browser = device(server);
  await save(browser.local, 'only here');
  const token = await tokenOf(server);
  const check = async () => {
    await browser.sync.command({ do: 'check', address, token });
    await waitForState(browser.sync, 'the check', (state) => state.check?.status === 'ready');
  };
  const start = () => browser.sync.command({ do: 'start', mode: 'merge', collections: null });
  browser.backingUp = () => Promise.reject(new DOMException('The disk is full.', 'QuotaExceededError'));
  browser.faults = [];
  await check();
  await start();
  const failed = await waitForState(browser.sync, 'the failure', (state) => state.check?.status === 'failed');
  expect(failed).toMatchObject({ isStarting: false, check: { fault: 'notKept', message: 'The disk is full.' } });
  expect([failed.server, await textsOf(server.service), browser.faults.length]).toEqual([undefined, [], 1]);

  const released = Promise.withResolvers<void>();
  browser.backingUp = () => released.promise;
  await check();
  await start();
  await waitForState(browser.sync, 'the backup', ({ isStarting, copying }) => isStarting && copying === undefined);
  await start();
  released.resolve();
  await waitForState(browser.sync, 'the proof', ({ proof }) => proof?.same === true);
  expect([await textsOf(server.service), browser.backups]).toEqual([['only here'], 1]);
});

test('offers the collections that only the server has, and receives only memories of chosen collections', async () => {
  const server = ourServer();
  const browser = device(server);
  for (const name of ['Work', 'Private']) {
    const { body } = await server.service.send('POST', '/collections', { name });
    await server.service.send('POST', '/memories', { content: `of ${name}`, collection: body.id });
  }
  await save(server.service, 'of none');
  await browser.local.send('POST', '/collections', { name: 'Here' });
  await server.service.send('POST', '/collections', { name: 'HERE' });
  await browser.sync.command({ do: 'check', address, token: await tokenOf(server) });
  const { check } = await waitForState(browser.sync, 'the check', (state) => state.check?.status === 'ready');
  expect(check).toMatchObject({ onlyThere: ['Private', 'Work'] });
  await browser.sync.command({ do: 'start', mode: 'merge', collections: [], onlyThere: ['Work'] });
  await waitForState(browser.sync, 'the end', ({ last, isRunning }) => last?.stopped === null && !isRunning);
  expect(await textsOf(browser.local)).toEqual(['of Work']);
});

test('offers no collections to choose from if the token may not read collections', async () => {
  const server = ourServer();
  const browser = device(server);
  await server.service.send('POST', '/collections', { name: 'Work' });
  await browser.sync.command({ do: 'check', address, token: await tokenOf(server, ['memories:read']) });
  const { check } = await waitForState(browser.sync, 'the check', (state) => state.check?.status === 'ready');
  expect(check).toMatchObject({ onlyThere: [] });
});

test('shows the preview until the server counts as connected', async () => {
  const server = ourServer();
  const browser = device(server);
  await browser.sync.command({ do: 'check', address, token: await tokenOf(server) });
  await waitForState(browser.sync, 'the check', ({ check }) => check?.status === 'ready');
  await browser.sync.command({ do: 'start', mode: 'merge', collections: null });
  let isConnected = false;
  while (!isConnected) {
    const state = await browser.sync.state();
    isConnected = state.server !== undefined;
    expect(isConnected || state.check?.status === 'ready').toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
  }
});
