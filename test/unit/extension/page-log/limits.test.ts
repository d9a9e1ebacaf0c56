import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StorageFull } from '../../../../src/service/ports/failures.ts';
import { shop, siteHost } from '../../../support/page-sites.ts';

let host: ReturnType<typeof siteHost>;
let secret: string;

beforeEach(async () => {
  host = siteHost();
  await allow(['memories:read', 'memories:write']);
});

afterEach(() => {
  vi.restoreAllMocks();
});

async function allow(scopes: string[]): Promise<void> {
  const id = await host.grant({ scopes, rateLimit: { requests: 10_000, seconds: 60 } });
  secret = (await host.send('POST', `/tokens/${id}/secrets`)).body.token;
}

const page = (method: string, path: string, body?: unknown) =>
  host.send(method, path, body, { token: secret, vouched: { origin: shop } });

/** A call of the extension's own pages. */
const own = (method: string, path: string, body?: unknown) => host.send(method, path, body);

const save = async (content: string, by = own): Promise<string> => (await by('POST', '/memories', { content })).body.id;

const logOf = async () => (await host.log.sites()).find((site) => site.origin === shop);

describe('a site that reads or changes too much in a minute', () => {
  test('is paused before the response is sent, and can be resumed', async () => {
    for (let index = 0; index < 100; index++) await save(`Memory ${index}`);
    const list = () => page('GET', '/memories?limit=100');
    expect([(await list()).status, (await list()).status]).toEqual([200, 200]);
    const refused = await list();
    expect(refused).toMatchObject({ status: 403, body: { error: { details: [{ message: 'paused' }] } } });
    expect(JSON.stringify(refused.body)).not.toContain('Memory');
    expect(host.stopped).toEqual([shop]);
    expect(await logOf()).toMatchObject({ exceededLimit: 'reads' });
    expect((await list()).status).toBe(403);
    const { body } = await own('GET', `/tokens?origin=${encodeURIComponent(shop)}`);
    expect(body.tokens[0].paused).toBe(true);
    host.clock.advance(1);
    await own('PATCH', `/tokens/${body.tokens[0].id}`, { paused: false });
    expect((await list()).status).toBe(200);
    expect((await logOf())?.exceededLimit).toBeUndefined();
  });

  test('doesn’t get more by sending many requests at once', async () => {
    for (let index = 0; index < 100; index++) await save(`Memory ${index}`);
    const answers = await Promise.all(Array.from({ length: 40 }, () => page('GET', '/memories?limit=100')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(host.stopped).toEqual([shop]);
    // The user resumes the site. Until the clock advances, a request counts as begun before the pause: it is refused,
    // but doesn't pause the site again.
    const { body } = await own('GET', `/tokens?origin=${encodeURIComponent(shop)}`);
    await own('PATCH', `/tokens/${body.tokens[0].id}`, { paused: false });
    expect((await page('GET', '/memories')).status).toBe(403);
    expect((await page('POST', '/memories', { content: 'Late' })).status).toBe(403);
    host.clock.advance(1);
    expect((await page('GET', '/memories')).status).toBe(200);
  });

  test('writes at most 50 times; failed writes don’t count', async () => {
    for (let index = 0; index < 60; index++) await page('DELETE', '/memories/mem_01kjq8z0000000000000000000');
    for (let index = 0; index < 50; index++)
      expect((await page('POST', '/memories', { content: `${index}` })).status).toBe(201);
    expect((await page('POST', '/memories', { content: 'one more' })).status).toBe(403);
    expect(await logOf()).toMatchObject({ exceededLimit: 'writes' });
    expect((await own('GET', '/memories?limit=100')).body.memories).toHaveLength(50);
  });

  test('creates at most 50 collections', async () => {
    await allow(['collections:write']);
    const statuses: number[] = [];
    for (let index = 0; index < 51; index++)
      statuses.push((await page('POST', '/collections', { name: `${index}` })).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(50);
    expect(statuses.at(-1)).toBe(403);
  });

  test('writes at most 50 times, even in batches; the log records each write of a batch', async () => {
    const requests = Array.from({ length: 60 }, (_, index) => ({
      method: 'POST',
      path: '/v1/memories',
      body: { content: `${index}` },
    }));
    // Time passes between the requests of a batch.
    const { now } = host.clock;
    host.clock.now = () => {
      host.clock.advance(0.001);
      return now();
    };
    const { body } = await page('POST', '/batch', { requests });
    const statuses = body.responses.map(({ status }: { status: number }) => status);
    expect(statuses).toEqual(requests.map((_, index) => (index < 50 ? 201 : 403)));
    expect(await logOf()).toMatchObject({ exceededLimit: 'writes', received: 50, days: [{ calls: 50 }] });
    expect((await page('POST', '/batch', { requests })).status).toBe(403);
    expect((await own('GET', '/memories?limit=100')).body.memories).toHaveLength(50);
  });

  test('control: isn’t paused for many changes spread over several minutes', async () => {
    for (let minute = 0; minute < 3; minute++) {
      for (let index = 0; index < 40; index++) expect((await save(`${index}`, page)).length).toBeGreaterThan(0);
      host.clock.advance(61);
    }
  });

  test('reads at most 200 memories in any span of 60 seconds', async () => {
    for (let index = 0; index < 100; index++) await save(`Memory ${index}`);
    const list = async (limit = 100) => (await page('GET', `/memories?limit=${limit}`)).status;
    expect(await list(1)).toBe(200);
    host.clock.advance(50);
    expect([await list(), await list(99)]).toEqual([200, 200]);
    // The first read was over a minute ago, the others weren't.
    host.clock.advance(11);
    expect(await list(1)).toBe(200);
    host.clock.advance(48);
    expect(await list()).toBe(403);
    expect(host.stopped).toEqual([shop]);
  });

  test('keeps limits that the user sets during a call, even if the log is maintained meanwhile', async () => {
    const call = await host.log.begin({ origin: shop, operation: 'listMemories', now: host.clock.now() });
    await host.log.maintain(true);
    await host.log.setLimits(shop, { reads: 2, writes: 1 });
    if (typeof call === 'string') throw new Error(call);
    await call.end({ memories: [], changes: [] });
    await host.log.maintain(true);
    expect(await logOf()).toMatchObject({ limits: { reads: 2, writes: 1 }, days: [{ calls: 1 }] });
  });

  test('has the limits that the user sets', async () => {
    for (let index = 0; index < 3; index++) await save(`Memory ${index}`);
    await host.log.setLimits(shop, { reads: 2, writes: 1 });
    expect((await page('GET', '/memories?limit=2')).status).toBe(200);
    expect((await page('GET', '/memories?limit=1')).status).toBe(403);
    expect(await logOf()).toMatchObject({ limits: { reads: 2, writes: 1 } });
  });
});

describe('a site over its limit', () => {
  beforeEach(async () => {
    await save('Bread');
    await host.log.setLimits(shop, { reads: 1, writes: 1 });
    expect((await page('GET', '/memories')).status).toBe(200);
  });

  const grantOfSite = async () => (await own('GET', `/tokens?origin=${encodeURIComponent(shop)}`)).body.tokens[0];

  test('is paused even if the log can’t be written, and the log gets the reason once it can be written', async () => {
    const add = vi.spyOn(host.database, 'add').mockRejectedValue(new StorageFull());
    expect(await page('GET', '/memories')).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
    expect(host.stopped).toEqual([shop]);
    const { id, paused } = await grantOfSite();
    expect(paused).toBe(true);
    add.mockRestore();
    await host.log.maintain(true);
    expect(await logOf()).toMatchObject({ exceededLimit: 'reads' });
    host.clock.advance(1);
    await own('PATCH', `/tokens/${id}`, { paused: false });
    expect((await page('GET', '/memories')).status).toBe(200);
  });

  test('is paused by a later call if the pause couldn’t be stored', async () => {
    vi.spyOn(host.store, 'write').mockRejectedValueOnce(new StorageFull());
    expect((await page('GET', '/memories')).status).toBe(507);
    expect((await grantOfSite()).paused).not.toBe(true);
    host.clock.advance(61);
    expect((await page('GET', '/memories')).status).toBe(403);
    expect((await grantOfSite()).paused).toBe(true);
  });
});
