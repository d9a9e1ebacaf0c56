import { expect, test } from 'vitest';
import { inMemoryStore } from '../../../../scripts/in-memory-store/index.ts';
import { localOwner } from '../../../../src/service/ports/store.ts';
import { testHttpServer } from '../../../support/server/http-server.ts';
import { device, runRound, save, type Device } from './device.ts';
import { expectEqual, httpServer, connectDevice, textsThere, type HttpServer } from './over-http.ts';

const dayMs = 86_400_000;

interface Site {
  browser: Device;
  server: HttpServer;
  setPlan(name: 'free' | 'unlimited'): Promise<void>;
}

/** Our server over HTTP, and a device. Both use the device's clock, which starts at ten in the morning. */
async function site(): Promise<Site> {
  const store = inMemoryStore();
  const clock = { now: () => Date.now() + browser.skew };
  const browser: Device = device({ fetch: (...args) => fetch(...args) });
  browser.skew = Date.parse('2026-03-02T10:00:00Z') - Date.now();
  const { base, token } = await testHttpServer({ store, clock });
  const setPlan: Site['setPlan'] = async (name) => {
    await store.write(localOwner, (writer) => writer.setPlan(name));
  };
  return { browser, server: httpServer(base, token), setPlan };
}

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix} ${String(index).padStart(3, '0')}`);

async function saveHere(browser: Device, texts: string[]): Promise<void> {
  for (const text of texts) await save(browser.local, text);
}

test('at the plan’s limit, edits are sent, new memories wait an hour, and the state reports the quota', async () => {
  const { browser, server, setPlan } = await site();
  const there = numbered('there', 195);
  for (const content of there) await server.client.memories.create({ content });
  browser.skew += dayMs;
  await setPlan('free');
  const here = numbered('here', 9);
  await saveHere(browser, here);
  const state = await connectDevice(browser, server);
  expect(await textsThere(server)).toHaveLength(200);
  expect(state).toMatchObject({
    counts: { waiting: 4, stuck: 0, synced: 200 },
    quota: { kind: 'memories', used: 200, limit: 200 },
    last: { stopped: null },
  });
  expect(state.waiting.map(({ reason }) => reason)).toEqual(['quota', 'quota', 'quota', 'quota']);

  const { memories } = (await browser.local.send('GET', '/memories?limit=100')).body;
  const edited = memories.find(({ content }: { content: string }) => content.startsWith('there'));
  await browser.local.send('PATCH', `/memories/${edited.id}`, { content: 'edited here' });
  expect((await runRound(browser)).counts).toMatchObject({ waiting: 4, synced: 200 });
  expect(await textsThere(server)).toContain('edited here');

  await setPlan('unlimited');
  expect((await runRound(browser)).counts.waiting).toBe(4);
  browser.skew += 3_600_000;
  const texts = [...there.filter((text) => text !== edited.content), 'edited here', ...here];
  await expectEqual(browser, server, await runRound(browser), texts);
});

test('each day, once the day’s changes are used up, the remaining memories wait until midnight', async () => {
  const { browser, server, setPlan } = await site();
  await setPlan('free');
  const here = numbered('here', 25);
  await saveHere(browser, here);
  const midnight = Date.parse('2026-03-03T00:00:00Z');
  const moveTo = (time: number) => void (browser.skew = time - Date.now());
  let state = await connectDevice(browser, server);
  for (const [day, waiting] of [15, 5].entries()) {
    expect(state).toMatchObject({
      counts: { waiting, stuck: 0, synced: 25 - waiting },
      quota: { kind: 'day', used: 10, limit: 10 },
    });
    expect(await textsThere(server)).toHaveLength(25 - waiting);
    const untilMs = Date.parse(state.quota!.until) - (midnight + day * dayMs);
    expect(untilMs).toBeGreaterThanOrEqual(0);
    expect(untilMs).toBeLessThan(600_000);
    moveTo(midnight + day * dayMs - 60_000);
    expect((await runRound(browser)).counts.waiting).toBe(waiting);
    moveTo(midnight + day * dayMs + 600_000);
    state = await runRound(browser);
  }
  await expectEqual(browser, server, state, here);
});
