import { expect, test } from 'vitest';
import { versionPrefix } from '../../../../src/v1/operations.ts';
import type { Choices } from '../../../support/plain-server/choices.ts';
import { plainCore } from '../../../support/plain-server/core.ts';
import { address, waitForState, device, runRound, save, textsOf, type Device } from './device.ts';

/** A v1 server without extensions. `add`: another device saves a memory there. `lose`: the server loses a memory. */
function plainServer(choices: Partial<Choices> = {}) {
  const core = plainCore('secret', { now: () => Date.now() }, choices);
  const sent: string[] = [];
  const send = (method: string, path: string, body: unknown) =>
    core.respond({ method, path: versionPrefix + path, authorization: 'Bearer secret', body: JSON.stringify(body) });
  return {
    sent,
    add: (content: string, collection?: string) =>
      send('POST', '/memories', { content, ...(collection !== undefined && { collection }) }),
    collection: (name: string) => (send('POST', '/collections', { name }).body as { id: string }).id,
    lose(content: string) {
      core.kept.memories = core.kept.memories.filter((memory) => memory.content !== content);
    },
    fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init);
      const { pathname, search } = new URL(request.url);
      sent.push(`${request.method} ${pathname}`);
      const { status, body, headers } = core.respond({
        method: request.method,
        path: pathname + search,
        authorization: request.headers.get('authorization') ?? undefined,
        body: await request.text(),
      });
      return Response.json(body, { status, headers });
    },
  };
}

async function start(browser: Device, choice: { collections?: string[]; onlyThere?: string[] } = {}) {
  await browser.sync.command({ do: 'check', address, token: 'secret' });
  await waitForState(browser.sync, 'the check', ({ check }) => check?.status === 'ready');
  await browser.sync.command({ do: 'start', mode: 'merge', collections: null, ...choice });
  return waitForState(browser.sync, 'a round', ({ last, isRunning }) => last?.stopped === null && !isRunning);
}

test('proves that a server without a fingerprint has the same memories', async () => {
  const server = plainServer();
  const browser = device(server);
  await save(browser.local, 'from here');
  server.add('from there');
  const begin = Date.now();
  const { proof, counts } = await start(browser);
  expect(proof).toMatchObject({ same: true, count: 2, different: 0 });
  expect(counts).toMatchObject({ synced: 2, waiting: 0 });
  expect(Date.parse(proof!.at)).toBeGreaterThanOrEqual(begin);
  expect(await textsOf(browser.local)).toEqual(['from here', 'from there']);
});

test('compares both sides in every round, and finds what the server lost', async () => {
  const server = plainServer();
  const browser = device(server);
  for (const text of ['first', 'second', 'third', 'fourth', 'fifth']) server.add(text);
  const first = await start(browser);
  expect(first.proof).toMatchObject({ same: true, count: 5 });
  await save(browser.local, 'sixth');
  browser.sync.checkSoon();
  const after = await waitForState(browser.sync, 'a proof of all six', ({ proof }) => proof?.count === 6);
  expect(after).toMatchObject({ proof: { same: true }, counts: { synced: 6 } });
  server.lose('second');
  expect((await runRound(browser)).proof).toMatchObject({ same: false, different: 1 });
});

test('proves that the chosen collections are the same', async () => {
  const server = plainServer();
  const browser = device(server);
  server.add('at work', server.collection('Work'));
  server.add('at home', server.collection('Home'));
  const { proof, counts } = await start(browser, { collections: [], onlyThere: ['Work'] });
  expect(proof).toMatchObject({ same: true, count: 1 });
  expect(counts.synced).toBe(1);
  expect(await textsOf(browser.local)).toEqual(['at work']);
});

test('says of which memories the server keeps only a part', async () => {
  const server = plainServer({ rewrites: 'cuts content and tags' });
  const browser = device(server);
  const [long, short] = ['a long text '.repeat(3_000).trim(), 'short'];
  const [cut, whole] = [(await save(browser.local, long)).body.id, (await save(browser.local, short)).body.id];
  const { counts } = await start(browser);
  expect(counts).toMatchObject({ synced: 2, partial: 1 });
  expect(await browser.sync.memory(cut)).toEqual({ kind: 'partial' });
  expect(await browser.sync.memory(whole)).toEqual({ kind: 'synced' });
  expect(await textsOf(browser.local)).toEqual([long, short]);
});
