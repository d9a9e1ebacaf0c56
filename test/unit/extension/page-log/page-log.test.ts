import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { recordLimits } from '../../../../src/client/page-log.ts';
import { StorageFull } from '../../../../src/service/ports/failures.ts';
import { InMemoryFile } from '../../../support/in-memory-file.ts';
import { shop, siteHost } from '../../../support/page-sites.ts';

const other = 'https://other.example';
let host: ReturnType<typeof siteHost>;
let file: InMemoryFile;
let secrets: Map<string, string>;

beforeEach(async () => {
  file = new InMemoryFile();
  host = siteHost(file);
  secrets = new Map();
  await allow(shop);
});

afterEach(() => {
  vi.restoreAllMocks();
});

async function allow(origin: string, fields: object = {}): Promise<void> {
  const id = await host.grant({ origin, rateLimit: { requests: 10_000, seconds: 60 }, ...fields });
  const { body } = await host.send('POST', `/tokens/${id}/secrets`);
  secrets.set(origin, body.token);
}

const page = (method: string, path: string, body?: unknown, origin = shop) =>
  host.send(method, path, body, { token: secrets.get(origin)!, vouched: { origin } });

/** A call of the extension's own pages. */
const own = (method: string, path: string, body?: unknown) => host.send(method, path, body);

const save = async (content: string, by = own): Promise<string> => (await by('POST', '/memories', { content })).body.id;

/** Makes the log fail to record finished calls from the next call on. */
function failToRecord(failure: Error): void {
  const begin = host.log.begin.bind(host.log);
  vi.spyOn(host.log, 'begin').mockImplementation(async (call) => {
    const open = await begin(call);
    return typeof open === 'string' ? open : { ...open, end: () => Promise.reject(failure) };
  });
}

const logOf = async (origin = shop) => (await host.log.sites()).find((site) => site.origin === origin);

describe('if the record can’t be written', () => {
  test('the site learns that its change may have been saved', async () => {
    failToRecord(new StorageFull());
    const { status, body } = await page('POST', '/memories', { content: 'Bread' });
    expect([status, body.error.code]).toEqual([503, 'unavailable']);
    expect(body.error.message).toMatch(/may have been saved/);
    expect((await own('GET', '/memories')).body.memories).toHaveLength(1);
  });

  test('the site gets no memory', async () => {
    await save('Bread');
    failToRecord(new StorageFull());
    const { status, body } = await page('GET', '/memories');
    expect([status, body.error.code]).toEqual([507, 'storage_full']);
  });
});

describe('the record of what a site received', () => {
  test('has every memory of each response with its version, time and call, but no text', async () => {
    const [bread, soup] = [await save('Bread'), await save('Soup')];
    await own('PATCH', `/memories/${soup}`, { content: 'Soup with leek' });
    await page('GET', '/memories');
    await page('GET', `/memories/${bread}`);
    await page('POST', '/memories/search', { query: 'leek' });
    await page('GET', '/tags');
    const receipts = await host.log.receipts(shop);
    expect(receipts.map(({ call, memories }) => [call, memories])).toEqual([
      ['searchMemories', [{ id: soup, version: 2 }]],
      ['readMemory', [{ id: bread, version: 1 }]],
      [
        'listMemories',
        [
          { id: soup, version: 2 },
          { id: bread, version: 1 },
        ],
      ],
    ]);
    expect(receipts[0]?.at).toBe(new Date(host.clock.now()).toISOString());
    expect(JSON.stringify([receipts, await host.log.sites()])).not.toMatch(/bread|soup|leek/i);
    expect(await logOf()).toMatchObject({ received: 2, days: [{ calls: 4 }] });
  });

  test('has the memories that a site itself saved or changed', async () => {
    const id = await save('Bread', page);
    await page('PATCH', `/memories/${id}`, { title: 'x' });
    expect((await host.log.receipts(shop)).map(({ memories }) => memories)).toEqual([
      [{ id, version: 2 }],
      [{ id, version: 1 }],
    ]);
  });

  test('doesn’t have what the extension’s own pages, other programs or other sites received', async () => {
    await save('Bread');
    await own('GET', '/memories');
    await allow(other);
    await page('GET', '/memories', undefined, other);
    const { body } = await own('POST', '/tokens', { name: 'tool', scopes: ['memories:read'] });
    await host.send('GET', '/memories', undefined, { token: body.token });
    expect(await host.log.receipts(shop)).toEqual([]);
    expect(await host.log.receipts(other)).toHaveLength(1);
    expect((await host.log.sites()).map(({ origin }) => origin)).toEqual([other]);
  });

  test('is written before the response is sent; if it can’t be written, the site gets only an error', async () => {
    await save('Bread');
    file.capacity = 0;
    host.database.close();
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      throw new DOMException('The disk can’t be reached.', 'UnknownError');
    });
    const answer = await page('GET', '/memories');
    expect(answer.status).toBe(503);
    expect(JSON.stringify(answer.body)).not.toContain('Bread');
  });

  test('is complete even if the browser is killed right after a response', async () => {
    const id = await save('Bread', page);
    await page('GET', '/memories');
    const next = host.nextLog();
    expect((await next.receipts(shop)).map(({ call }) => call)).toEqual(['listMemories', 'createMemory']);
    expect(await next.sites()).toMatchObject([{ origin: shop, received: 1, changed: 1, days: [{ calls: 2 }] }]);
    expect(await next.undo(shop)).toEqual({ undone: 1, spared: 0, gone: 0 });
    expect((await own('GET', `/memories/${id}`)).body.deletedAt).not.toBeNull();
  });

  test('has each call once, even if the log writes a call again after the browser was killed', async () => {
    await save('Bread', page);
    const { bytes } = file;
    await host.log.receipts(shop);
    file.bytes = bytes;
    const next = host.nextLog();
    expect(await next.receipts(shop)).toHaveLength(1);
    expect(await next.sites()).toMatchObject([{ changed: 1, days: [{ calls: 1 }] }]);
  });

  test('covers the last 30 days, and gives the time from which it is complete', async () => {
    await save('Bread');
    await page('GET', '/memories');
    host.clock.advance(20 * 86_400);
    await page('GET', '/memories');
    host.clock.advance(11 * 86_400);
    await host.log.maintain(true);
    expect(await host.log.receipts(shop)).toHaveLength(1);
    const month = host.clock.now() - recordLimits.days * 86_400_000;
    expect(await logOf()).toMatchObject({ since: new Date(month).toISOString(), days: [{ calls: 1 }] });
    host.clock.advance(20 * 86_400);
    await host.log.maintain(true);
    expect(await host.log.sites()).toEqual([]);
  });

  test('keeps every call while the clock may be wrong', async () => {
    await save('Bread');
    await page('GET', '/memories');
    host.clock.advance(31 * 86_400);
    await host.log.maintain(false);
    expect(await host.log.receipts(shop)).toHaveLength(1);
  });

  test('gives the time when recording began, which is later if the browser lost an earlier record', async () => {
    await host.log.maintain(true);
    const start = host.clock.now();
    host.clock.advance(100);
    await host.log.maintain(true);
    await page('GET', '/memories');
    expect(await logOf()).toMatchObject({ recordedFrom: new Date(start).toISOString() });
    await host.database.run('rw', async ({ sites }) => sites.clear());
    await host.log.maintain(true);
    await page('GET', '/memories');
    expect(await logOf()).toMatchObject({ recordedFrom: new Date(host.clock.now()).toISOString() });
  });

  test('is cut to 10,000 calls once it has too many, and gives the time from which it is complete', async () => {
    await save('Bread');
    await page('GET', '/memories');
    const start = host.clock.now();
    await host.database.run('rw', async ({ calls, sites }) => {
      const call = { origin: shop, operation: 'listMemories', memories: [] };
      await calls.bulkAdd(
        Array.from({ length: recordLimits.calls + 100 }, (_, index) => ({ ...call, n: index, at: start + index })),
      );
      await sites.update(shop, { rows: { calls: recordLimits.calls + 101, changes: 0 } });
    });
    await host.log.maintain(true);
    await page('GET', '/memories');
    expect(await host.log.receipts(shop)).toHaveLength(recordLimits.calls);
    expect(Date.parse((await logOf())!.since)).toBeGreaterThan(start);
  });
});
