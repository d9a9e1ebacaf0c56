import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { sendRefusedAgain } from '../../../../src/extension/sync/refused.ts';
import type { SyncItem, SyncOp, SyncStore } from '../../../../src/service/ports/sync.ts';
import { dexieStore } from '../../../../src/store/dexie/index.ts';
import { dexieSyncKeeping } from '../../../../src/store/dexie/sync-scratch.ts';
import { newItem } from '../../../../src/sync/rules.ts';
import { address, waitForState, connected, device, ourServer, save, textsOf, tokenOf } from './device.ts';

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

test('a choice made during a round isn’t overwritten by that round', async () => {
  const server = ourServer();
  const browser = device(server);
  await connected(server, browser);
  const gate = Promise.withResolvers<void>();
  let isWaiting = false;
  server.instead = (request) => {
    if (isWaiting || !request.url.includes('/changes')) return undefined;
    isWaiting = true;
    return gate.promise.then(() => server.service.service.fetch(request, {})) as never;
  };
  await save(server.service, 'new there');
  await browser.sync.command({ do: 'resume' });
  await waitForState(browser.sync, 'the round to wait', () => isWaiting);
  await browser.sync.command({ do: 'check', address, token: await tokenOf(server) });
  await waitForState(browser.sync, 'the check', ({ check }) => check?.status === 'ready');
  await browser.sync.command({ do: 'start', mode: 'pull', collections: null });
  await new Promise((resolve) => setTimeout(resolve, 50));
  gate.resolve();
  await waitForState(
    browser.sync,
    'the choice to stay, and the new memory',
    ({ server: there, counts, isRunning }) => there?.mode === 'pull' && counts.synced === 1 && !isRunning,
  );
});

test('a round writes nothing while a request is open, so that a search waits for at most one write', async () => {
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
