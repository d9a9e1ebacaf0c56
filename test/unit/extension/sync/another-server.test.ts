import { expect, test } from 'vitest';
import { address, connected, device, ourServer, runRound, save, textsOf, tokenOf, waitForState } from './device.ts';

/** A device that syncs with one server, and a function that starts sync with a second server at another address. */
async function withTwoServers() {
  const [first, second] = [ourServer(), ourServer()];
  const other = 'https://other.test';
  const browser = device({
    fetch: (input, init) => (new Request(input, init).url.startsWith(other) ? second : first).fetch(input, init),
  });
  await save(browser.local, 'here');
  await connected(first, browser);
  async function startWithSecond(): Promise<void> {
    await browser.sync.command({ do: 'check', address: other, token: await tokenOf(second) });
    await waitForState(browser.sync, 'the check', ({ check }) => check?.status === 'ready');
    await browser.sync.command({ do: 'start', mode: 'merge', collections: null });
    await waitForState(browser.sync, 'the question', ({ question, isRunning }) => question !== undefined && !isRunning);
  }
  return { first, second, browser, startWithSecond };
}

test('a wait that one server asked for doesn’t stop sync with another', async () => {
  const { first, second, browser, startWithSecond } = await withTwoServers();
  const error = { code: 'rate_limited', message: 'Later.' };
  first.instead = () => Response.json({ error }, { status: 429, headers: { 'retry-after': '7200' } });
  expect((await runRound(browser)).last?.stopped).toBe('paused');
  await startWithSecond();
  await browser.sync.command({ do: 'decide', decision: 'new' });
  await waitForState(browser.sync, 'a round', ({ last, isRunning }) => last?.stopped === null && !isRunning);
  expect(await textsOf(second.service)).toEqual(['here']);
});

test('a wait that the server asked for still applies after sync with it is set up again', async () => {
  const server = ourServer();
  const browser = device(server);
  const token = await tokenOf(server);
  await connected(server, browser, token);
  await browser.sync.command({ do: 'check', address, token });
  await waitForState(browser.sync, 'the check', ({ check }) => check?.status === 'ready');
  const error = { code: 'rate_limited', message: 'Later.' };
  server.instead = () => Response.json({ error }, { status: 429, headers: { 'retry-after': '7200' } });
  await runRound(browser);
  server.instead = undefined;
  server.sent = [];
  await browser.sync.command({ do: 'start', mode: 'merge', collections: null });
  await waitForState(browser.sync, 'a round', ({ last, isStarting, isRunning }) => !!last && !isStarting && !isRunning);
  expect((await browser.sync.state()).last?.stopped).toBe('paused');
  expect(server.sent).toEqual([]);
});

test('a comparison with a former server doesn’t count for the next server', async () => {
  const { second, browser, startWithSecond } = await withTwoServers();
  expect((await browser.sync.state()).proof).toMatchObject({ same: true });
  await startWithSecond();
  expect((await browser.sync.state()).proof).toBeUndefined();
  second.sent = [];
  await browser.sync.command({ do: 'decide', decision: 'new' });
  const { proof } = await waitForState(browser.sync, 'the end', (state) => !!state.proof && !state.isRunning);
  expect(proof).toMatchObject({ same: true, count: 1, isCurrent: true });
  expect(second.sent).toContain('GET /v1/digest');
});
