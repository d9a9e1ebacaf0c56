import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { sendRefusedAgain } from '../../../../src/extension/sync/refused.ts';
import type { SyncItem, SyncOp, SyncStore } from '../../../../src/service/ports/sync.ts';
import { dexieStore } from '../../../../src/store/dexie/index.ts';
import { dexieSyncKeeping } from '../../../../src/store/dexie/sync-scratch.ts';
import { newItem } from '../../../../src/sync/rules.ts';
import {
  address,
  blockFeed,
  waitForState,
  connected,
  device,
  ourServer,
  runRound,
  save,
  textsOf,
  tokenOf,
} from './device.ts';

test('sends refused memories again without losing a write that the running round records', async () => {
  const store = dexieStore({ indexedDB: new IDBFactory(), IDBKeyRange });
  const sync = store.sync!;
  const op = { kind: 'create', key: 'recorded meanwhile' } as SyncOp;
  const refused: SyncItem = { ...newItem('mem_1'), refusal: { code: 'no', message: 'No.', patch: {} } };
  await sync.write((writer) => writer.putItem(refused));
  let writes = 0;
  const busy: SyncStore = {
    read: (work) => sync.read(work),
    async write(work) {
      if (++writes === 2) await sync.write((writer) => writer.putItem({ ...refused, op }));
      return sync.write(work);
    },
  };
  const scratch = dexieSyncKeeping({ indexedDB: new IDBFactory(), IDBKeyRange });
  await sendRefusedAgain(busy, scratch);
  expect(await sync.read((reader) => reader.item('mem_1'))).toMatchObject({ op, refusal: null, due: 1 });
  scratch.close();
  await store.close();
});

test('compares both sides if the user requests a sync during a round without a comparison', async () => {
  const server = ourServer();
  const browser = device(server);
  await connected(server, browser);
  const before = (await browser.sync.state()).proof!.at;
  let isRequested = false;
  server.instead = () => {
    if (!isRequested) void browser.sync.command({ do: 'now' });
    isRequested = true;
    return undefined;
  };
  await save(browser.local, 'x');
  await browser.sync.command({ do: 'resume' });
  const { proof } = await waitForState(browser.sync, 'a comparison', ({ proof: next }) => next!.at !== before);
  expect(proof?.same).toBe(true);
});

test('a direction chosen during a round isn’t overwritten by that round', async () => {
  const server = ourServer();
  const browser = device(server);
  await connected(server, browser);
  const { untilBlocked, release } = blockFeed(server);
  await save(server.service, 'new there');
  await browser.sync.command({ do: 'resume' });
  await untilBlocked();
  await browser.sync.command({ do: 'check', address, token: await tokenOf(server) });
  await waitForState(browser.sync, 'the check', ({ check }) => check?.status === 'ready');
  await browser.sync.command({ do: 'start', mode: 'pull', collections: null });
  await new Promise((resolve) => setTimeout(resolve, 50));
  release();
  await waitForState(
    browser.sync,
    'the choice to stay, and the new memory',
    ({ server: there, counts, isRunning }) => there?.mode === 'pull' && counts.synced === 1 && !isRunning,
  );
});

test('a retry that the user requests during a round isn’t undone by that round', async () => {
  const server = ourServer();
  const browser = device(server);
  await connected(server, browser);
  const error = { code: 'forbidden', message: 'No.', details: [{ path: 'scope', message: 'memories:write' }] };
  server.instead = ({ method }) => (method === 'GET' ? undefined : Response.json({ error }, { status: 403 }));
  await save(browser.local, 'waits');
  expect((await runRound(browser)).server).toMatchObject({ mayWrite: false });
  server.instead = undefined;
  const { untilBlocked, release } = blockFeed(server);
  await save(server.service, 'new there');
  await browser.sync.command({ do: 'now' });
  await untilBlocked();
  await browser.sync.command({ do: 'retry' });
  expect((await browser.sync.state()).paused).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 50));
  release();
  await waitForState(
    browser.sync,
    'both memories',
    ({ server: there, counts, isRunning }) => there?.mayWrite === true && counts.synced === 2 && !isRunning,
  );
});

test('a retry that the user requests while sync is paused sends nothing until sync is resumed', async () => {
  const server = ourServer();
  const browser = device(server);
  await connected(server, browser);
  await browser.sync.command({ do: 'pause' });
  await save(browser.local, 'waits');
  server.sent = [];
  await browser.sync.command({ do: 'retry' });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([(await browser.sync.state()).paused, server.sent]).toEqual([true, []]);
  await browser.sync.command({ do: 'resume' });
  await waitForState(browser.sync, 'the memory', ({ counts }) => counts.synced === 1);
});

test('if the user confirms another account twice, every memory is still sent to that account', async () => {
  const first = ourServer();
  const second = ourServer();
  let now = first;
  const browser = device({ fetch: (...args) => now.fetch(...args) });
  for (const text of ['one', 'two', 'three']) await save(browser.local, text);
  await connected(first, browser);
  now = second;
  await browser.sync.command({ do: 'check', address, token: await tokenOf(second) });
  await waitForState(browser.sync, 'the check', ({ check }) => check?.status === 'ready');
  await browser.sync.command({ do: 'start', mode: 'merge', collections: null });
  await waitForState(browser.sync, 'the question', ({ question, isRunning }) => question !== undefined && !isRunning);
  const { untilBlocked, release } = blockFeed(second);
  await browser.sync.command({ do: 'decide', decision: 'new' });
  // When the round is blocked, it has gone through all memories here. At its end, it stores the result and its copy of
  // `SyncLink`. If the second confirmation reset sync now, the end of the round would undo a part of that reset.
  await untilBlocked();
  await browser.sync.command({ do: 'decide', decision: 'new' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  release();
  await waitForState(browser.sync, 'the end', ({ last, isRunning }) => last?.stopped === null && !isRunning);
  expect((await runRound(browser)).proof).toMatchObject({ same: true, count: 3 });
  expect(await textsOf(second.service)).toEqual(['one', 'three', 'two']);
});

test('a round writes nothing while a request is open, and continues afterwards', async () => {
  const server = ourServer();
  const browser = device(server);
  await connected(server, browser);
  const requestEnd = Promise.withResolvers<void>();
  let waits = 0;
  browser.work.untilNoRequests = () => {
    waits++;
    return requestEnd.promise;
  };
  await save(server.service, 'new there');
  await browser.sync.command({ do: 'resume' });
  await vi.waitFor(() => expect(waits).toBeGreaterThan(0), 10_000);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await textsOf(browser.local)).toEqual([]);
  requestEnd.resolve();
  await waitForState(browser.sync, 'the end', ({ last, isRunning }) => last?.stopped === null && !isRunning);
  expect(await textsOf(browser.local)).toEqual(['new there']);
});
