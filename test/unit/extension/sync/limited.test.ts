import { expect, test } from 'vitest';
import { address, waitForState, device, ourServer, runRound, save, textsOf } from './device.ts';

const scopes = ['memories:read', 'memories:write', 'collections:read', 'collections:write'];

/**
 * A device with a token limited to the collection Work, and a server with memories inside and outside that collection.
 */
async function withLimitedToken() {
  const server = ourServer();
  const collection = (await server.service.send('POST', '/collections', { name: 'Work' })).body.id;
  const texts = ['edited', 'deleted', 'moved', 'kept'];
  const ids: Record<string, string> = {};
  for (const content of texts)
    ids[content] = (await server.service.send('POST', '/memories', { content, collection })).body.id;
  await save(server.service, 'not for this token');
  const browser = device(server);
  await browser.sync.command({
    do: 'check',
    address,
    token: await server.service.token({ scopes, collections: [collection] }),
  });
  const { check } = await waitForState(browser.sync, 'the check', (state) => state.check?.status === 'ready');
  await browser.sync.command({ do: 'start', mode: 'merge', collections: null });
  await waitForState(browser.sync, 'a round', ({ last, isRunning }) => last?.stopped === null && !isRunning);
  return { server, browser, ids, check };
}

test('a token limited to a collection receives only that collection, and sends a memory saved here', async () => {
  const { server, browser, ids, check } = await withLimitedToken();
  expect(check).toMatchObject({ there: 4, isLimited: true, mayWrite: true });
  expect(await textsOf(browser.local)).toEqual(['deleted', 'edited', 'kept', 'moved']);
  await server.service.send('PATCH', `/memories/${ids['edited']}`, { content: 'edited there' });
  await save(browser.local, 'from here');
  await runRound(browser);
  expect(await runRound(browser)).toMatchObject({ counts: { waiting: 0, stuck: 0, synced: 5 } });
  expect(await textsOf(browser.local)).toEqual(['deleted', 'edited there', 'from here', 'kept', 'moved']);
  expect(await textsOf(server.service)).toContain('from here');
});

test('with a token limited to a collection, deletions here reach the server, but deletions there don’t reach this device', async () => {
  const { server, browser, ids } = await withLimitedToken();
  await server.service.send('DELETE', `/memories/${ids['deleted']}`);
  await server.service.send('PATCH', `/memories/${ids['moved']}`, { collection: null });
  const { memories } = (await browser.local.send('GET', '/memories?limit=100')).body;
  const kept = memories.find(({ content }: { content: string }) => content === 'kept');
  await browser.local.send('DELETE', `/memories/${kept.id}`);
  for (let rounds = 0; rounds < 4; rounds++) {
    browser.skew += 120_000;
    await runRound(browser);
  }
  expect(await textsOf(browser.local)).toEqual(['deleted', 'edited', 'moved']);
  expect(await textsOf(server.service)).toEqual(['edited', 'moved', 'not for this token']);
});

test('an edit of a memory moved out of the token’s collection stays here as stuck, and isn’t sent again', async () => {
  const { server, browser, ids } = await withLimitedToken();
  await server.service.send('PATCH', `/memories/${ids['moved']}`, { collection: null });
  const { memories } = (await browser.local.send('GET', '/memories?limit=100')).body;
  const moved = memories.find(({ content }: { content: string }) => content === 'moved');
  await browser.local.send('PATCH', `/memories/${moved.id}`, { content: 'moved, edited here' });
  const state = await runRound(browser);
  expect(state.stuck.map(({ text }) => text)).toEqual(['moved, edited here']);
  server.sent.length = 0;
  await runRound(browser);
  expect(server.sent.filter((line) => !line.startsWith('GET'))).toEqual([]);
});
