import { beforeEach, expect, test } from 'vitest';
import { inMemoryStore } from '../../../scripts/in-memory-store/index.ts';
import { Commonplace } from '../../../src/client/package/commonplace.ts';
import { newLink } from '../../../src/sync/confirm.ts';
import type { SyncParts } from '../../../src/sync/parts.ts';
import { runRound, type RoundOptions } from '../../../src/sync/round.ts';
import type { Batch } from '../../../src/client/contract.ts';
import { deviceScratch, deviceStore, DiskWriter } from '../../simulation/device-store.ts';
import { Disk } from '../../simulation/disk.ts';
import { testService, type TestService } from '../../support/service.ts';

const address = 'https://memories.test';

let disk: Disk;
let service: TestService;
let secret: string;
let now: number;
/** The number of writes in each batch; 0 for a single write. */
let writes: number[];
/** Called before the service. If the result is undefined, the service responds. */
let instead: (request: Request, body: string) => Response | undefined;
let idCount: number;

beforeEach(async () => {
  disk = new Disk();
  disk.state.set('link', newLink({ address, token: 'first' }));
  service = testService(inMemoryStore());
  secret = await tokenWith(10_000);
  now = Date.now();
  writes = [];
  instead = () => undefined;
  idCount = 0;
});

const tokenWith = (requests: number) =>
  service.token({
    scopes: ['memories:read', 'memories:write', 'collections:read', 'collections:write'],
    rateLimit: { requests, seconds: 60 },
  });

function round(options: RoundOptions = {}) {
  const parts: SyncParts = {
    store: deviceStore(disk, async () => {}),
    scratch: deviceScratch(disk, async () => {}),
    address,
    token: 'first',
    now: () => now,
    newId: (prefix) => `${prefix}_${++idCount}`,
    newKey: () => `key-${++idCount}`,
    client: new Commonplace({
      baseUrl: address,
      token: secret,
      maxRetries: 0,
      fetch: async (url, init) => {
        const request = new Request(url, init);
        const body = await request.clone().text();
        if (url === `${address}/v1/batch`) writes.push((JSON.parse(body) as Batch).requests.length);
        else if (request.method !== 'GET') writes.push(0);
        return instead(request, body) ?? service.service.fetch(request, {});
      },
    }),
  };
  return runRound(parts, options);
}

async function save(content: string): Promise<void> {
  const id = `mem_${++idCount}`;
  const at = new Date(now).toISOString();
  const fields = { content, tags: [], tagKeys: [], collection: null, url: null, title: null, capture: null };
  const times = { createdAt: at, updatedAt: at, deletedAt: null, chargedAt: null };
  await new DiskWriter(disk).putMemory({ id, ...fields, source: 'popup', version: 1, origin: null, ...times });
  disk.commit();
}

async function saveMany(count: number): Promise<void> {
  for (let index = 0; index < count; index++) await save(`note ${index}`);
}

async function edit(start: string, fields: object): Promise<void> {
  for (const row of [...disk.memories.values()].filter(({ content }) => content.startsWith(start)))
    await new DiskWriter(disk).putMemory({ ...row, ...fields, version: row.version + 1 });
  disk.commit();
}

const usage = async (): Promise<number> => (await service.send('GET', '/usage')).body.memories.used;
const waiting = () => [...disk.items.values()].filter(({ due, op }) => due === 1 || op !== null).length;

test('a device that returns after 100 days applies edits, and a deletion that the feed has dropped', async () => {
  service = testService(inMemoryStore(), { dropsTombstones: true });
  secret = await tokenWith(10_000);
  await saveMany(20);
  await round();
  await round();
  const { memories } = (await service.send('GET', '/memories?limit=100')).body;
  await service.send('DELETE', `/memories/${memories[0].id}?permanent=true`);
  await service.send('PATCH', `/memories/${memories[1].id}`, { content: 'edited there' });
  await service.passDays(100);
  now += 100 * 86_400_000;
  secret = await tokenWith(10_000);
  // Each round includes the daily comparison.
  for (let rounds = 0; rounds < 4; rounds++) {
    await round({ verifies: true });
    now += 120_000;
  }
  const here = [...disk.memories.values()].filter(({ deletedAt }) => deletedAt === null);
  const unchanged: string[] = memories.slice(2).map(({ content }: { content: string }) => content);
  expect(new Set(here.map(({ content }) => content))).toEqual(new Set([...unchanged, 'edited there']));
  expect([await usage(), waiting()]).toEqual([19, 0]);
});

test('sends waiting changes in batches of up to 100', async () => {
  await saveMany(250);
  await round();
  expect(await usage()).toBe(250);
  expect(writes).toEqual([100, 100, 50]);
  await edit('note 24', { title: 'changed' });
  await edit('note 1', { deletedAt: new Date(now).toISOString() });
  writes = [];
  await round();
  expect(await usage()).toBe(250 - 111);
  expect(writes).toEqual([100, 22]);
  writes = [];
  await round();
  expect([writes, waiting()]).toEqual([[], 0]);
});

test('sends long texts in batches small enough for the server', async () => {
  for (let index = 0; index < 12; index++) await save(`${index} ${'x'.repeat(60_000)}`);
  await round();
  expect(await usage()).toBe(12);
  expect(writes).toEqual([4, 4, 4]);
});

test('finds out what a batch that got a 502 has done, and saves nothing twice', async () => {
  await saveMany(20);
  instead = (request) => {
    if (!request.url.endsWith('/batch')) return undefined;
    void service.service.fetch(request, {});
    return new Response('<html>', { status: 502 });
  };
  await round();
  expect(waiting()).toBe(20);
  instead = () => undefined;
  await round();
  expect([await usage(), waiting()]).toEqual([20, 0]);
});

test('sends the other memories if one breaks the server', async () => {
  await saveMany(30);
  await save('poison');
  instead = (_, body) => (body.includes('poison') ? new Response('', { status: 502 }) : undefined);
  for (let rounds = 0; rounds < 3; rounds++) await round();
  expect([await usage(), waiting()]).toEqual([30, 1]);
});

test('sends the other memories if the server refuses some', async () => {
  await save('too long '.repeat(8_000));
  await saveMany(30);
  await save(' ');
  await round();
  expect(await usage()).toBe(30);
  const refused = [...disk.items.values()].filter(({ refusal }) => refusal !== null);
  expect(refused.map(({ refusal }) => refusal?.code)).toEqual(['invalid_request', 'invalid_request']);
});

test('sends writes one by one if the server refuses batches', async () => {
  await saveMany(5);
  instead = (request) => (request.url.endsWith('/batch') ? new Response('', { status: 413 }) : undefined);
  await round();
  expect(await usage()).toBe(5);
  expect(writes).toEqual([5, 0, 0, 0, 0, 0]);
});

test('keeps batches within the rate limit, and continues when the server allows it', async () => {
  secret = await tokenWith(60);
  await saveMany(100);
  expect((await round()).stopped).toBe('paused');
  const first = await usage();
  expect(first).toBeGreaterThan(40);
  expect(writes.reduce((sum, count) => sum + 1 + count, 0)).toBeLessThanOrEqual(60);
  service.clock.advance(61);
  now += 61_000;
  expect((await round()).stopped).toBeNull();
  expect([await usage(), waiting()]).toEqual([100, 0]);
});
