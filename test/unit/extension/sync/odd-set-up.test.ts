import { IDBDatabase } from 'fake-indexeddb';
import { expect, onTestFinished, test, vi } from 'vitest';
import { strictDatabase, syncDatabase } from '../../../../src/store/dexie/names.ts';
import { startPlainServer, type Choices } from '../../../support/plain-server/index.ts';
import { failWrite } from '../../../support/store-cases/failing-writes.ts';
import { address, device, ourServer, save, tokenOf, waitForState } from './device.ts';
import { connectDevice, httpServer, textsHere } from './over-http.ts';

type Fetch = typeof globalThis.fetch;

const isListed = (input: RequestInfo | URL, list: string) =>
  new URL(new Request(input).url).pathname.endsWith(`/${list}`);

/** Adds items that aren't memories or collections to a list of the server. */
const withBadItems =
  (list: 'memories' | 'collections'): Fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (init?.method !== 'GET' || !isListed(input, list)) return response;
    const page = (await response.json()) as Record<string, unknown[]>;
    return Response.json({ ...page, [list]: [null, ...page[list]!, { id: 7 }] });
  };

/** Unusual servers that sync must support. `through` changes requests or responses on their way. */
const oddServers: Record<string, { choices?: Partial<Choices>; through?: Fetch }> = {
  'repeats the cursor of the last page': { choices: { lastCursor: 'repeated' } },
  'refuses pages of 100 memories': {
    through: async (input, init) =>
      new Request(input).url.includes('limit=100')
        ? Response.json({ error: { code: 'bad_limit', message: 'At most 20.' } }, { status: 400 })
        : fetch(input, init),
  },
  'lists items that aren’t memories': { through: withBadItems('memories') },
  'lists items that aren’t collections': { through: withBadItems('collections') },
};

test.each(Object.keys(oddServers))('sync can be set up with a server that %s', async (name) => {
  const { choices = {}, through } = oddServers[name]!;
  const plain = await startPlainServer(choices);
  onTestFinished(plain.close);
  const there = Array.from({ length: 120 }, (_, number) => `there ${number + 100}`);
  const server = httpServer(plain.url, plain.token);
  for (const content of there) await server.client.memories.create({ content });
  const browser = device({ fetch: through ?? ((...args) => fetch(...args)) });
  await save(browser.local, 'here');
  const state = await connectDevice(browser, server);
  expect(browser.copies).toEqual([there]);
  const all = ['here', ...there];
  expect(await textsHere(browser)).toEqual(all);
  expect(plain.kept.memories.map(({ content }) => content).sort()).toEqual(all);
  expect(state).toMatchObject({ counts: { waiting: 0, stuck: 0, synced: 121 }, proof: { same: true, count: 121 } });
});

/** More pages than the check of a server may read. */
const tooMany = 1_000;

test.each([
  ['memories', { memories: [] }],
  ['collections', { collections: [] }],
  ['collections', { collections: [{ id: 7 }] }],
])('the check of a server ends, even if its list of %s doesn’t: %j', async (list, page) => {
  const server = ourServer();
  const browser = device(server);
  let pages = 0;
  server.instead = ({ url }) => {
    if (!isListed(url, list)) return undefined;
    return Response.json({ ...page, nextCursor: ++pages < tooMany ? `cursor ${pages}` : null });
  };
  await browser.sync.command({ do: 'check', address, token: await tokenOf(server) });
  await waitForState(browser.sync, 'the check', ({ check }) => check !== undefined && check.status !== 'running');
  expect(pages).toBeLessThan(tooMany);
});

test('a check that fails because of this device says so, and can be repeated', async () => {
  let failures = 0;
  const original = IDBDatabase.prototype.transaction;
  // The method must be replaced before the store opens its database, because Dexie keeps the method that it finds then.
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...args
  ) {
    if (this.name === strictDatabase && failures-- > 0) throw new TypeError('Made to fail');
    return original.apply(this, args);
  });
  onTestFinished(() => transaction.mockRestore());
  const server = ourServer();
  const browser = device(server);
  browser.faults = [];
  await save(browser.local, 'here');
  const check = { do: 'check', address, token: await tokenOf(server) } as const;
  failures = 1;
  await browser.sync.command(check);
  await vi.waitFor(() => expect(failures).toBeLessThan(1));
  const failed = await waitForState(browser.sync, 'the failure', (state) => state.check?.status === 'failed');
  expect(failed.check).toMatchObject({ fault: 'failedHere' });
  expect(browser.faults).toHaveLength(1);
  await browser.sync.command(check);
  await waitForState(browser.sync, 'the check', (state) => state.check?.status === 'ready');
});

test.each([strictDatabase, syncDatabase])(
  'if starting sync can’t write to %s, the failure is reported, and sync can be started again',
  async (name) => {
    const server = ourServer();
    const browser = device(server);
    browser.faults = [];
    await save(browser.local, 'here');
    const check = { do: 'check', address, token: await tokenOf(server) } as const;
    const start = { do: 'start', mode: 'merge', collections: null } as const;
    await browser.sync.command(check);
    await waitForState(browser.sync, 'the check', (state) => state.check?.status === 'ready');
    failWrite(name, 'request', 1, 'QuotaExceededError');
    onTestFinished(() => void vi.restoreAllMocks());
    await browser.sync.command(start);
    const failed = await waitForState(browser.sync, 'the failure', (state) => state.check?.status === 'failed');
    expect(failed).toMatchObject({ isStarting: false, check: { fault: 'failedHere' } });
    expect(browser.faults).toHaveLength(1);
    await browser.sync.command(check);
    await waitForState(browser.sync, 'the second check', (state) => state.check?.status === 'ready');
    await browser.sync.command(start);
    await waitForState(browser.sync, 'the proof', ({ proof, isRunning }) => proof?.same === true && !isRunning);
  },
);
