import { beforeEach, describe, expect, test } from 'vitest';
import { connectsPerMinute, endsSoon } from '../../../../src/extension/sites/page-access.ts';
import { within } from '../../../../src/lib/timing.ts';
import { ownPagesRateLimit } from '../../../../src/v1/limits.ts';
import { shop, siteHost } from '../../../support/page-sites.ts';

const { signal } = new AbortController();
const other = 'https://other.example';
let host: ReturnType<typeof siteHost>;

beforeEach(() => {
  host = siteHost();
});

const connect = (origin = shop, scopes = ['memories:read']) =>
  host.access(origin, { id: 1, connect: scopes as ['memories:read'] }, signal);

async function secretOf(origin = shop): Promise<string> {
  const answer = await connect(origin);
  if (!('secret' in answer)) throw new Error(`no secret: ${JSON.stringify(answer)}`);
  return answer.secret;
}

const call = (secret: string, origin = shop, path = '/v1/memories') =>
  host.access(
    origin,
    { id: 2, request: { commonplace: 1, method: 'GET', path, headers: { authorization: `Bearer ${secret}` } } },
    signal,
  );

describe('a page that connects', () => {
  test('gets no answer without a grant, or if it asks for more than its grant allows', async () => {
    expect(await connect()).toEqual({ silent: true });
    await host.grant({ scopes: ['memories:read'] });
    expect(await connect(shop, ['memories:read', 'memories:write'])).toEqual({ silent: true });
    expect(await connect(other)).toEqual({ silent: true });
  });

  test('gets a new secret each time, always for the same grant', async () => {
    const id = await host.grant();
    const secrets = [await secretOf(), await secretOf()];
    expect(new Set(secrets).size).toBe(2);
    for (const secret of secrets) {
      expect(secret).toContain(id.replace('tok_', ''));
      expect(await call(secret)).toMatchObject({ response: { status: 200 } });
    }
  });

  test.each<[string, object]>([
    ['ask whether the page is connected', { connected: true }],
    ['connect', { connect: ['memories:read'] }],
    ['have no secret', { request: { commonplace: 1, method: 'GET', path: '/v1/memories', headers: {} } }],
  ])('can’t use up the rate limit of the extension’s own pages with a flood of calls that %s', async (_, fields) => {
    await host.grant();
    const answers: Promise<unknown>[] = [];
    for (let id = 0; id < ownPagesRateLimit.requests + 100; id++)
      answers.push(host.access(shop, { id, ...fields } as never, signal));
    // Later calls that connect are delayed, so only the first are awaited.
    await Promise.all(answers.slice(0, connectsPerMinute));
    expect((await host.send('GET', '/tokens')).status).toBe(200);
    host.clock.advance(60);
    expect(await host.access(shop, { id: 1, connected: true }, signal)).toEqual({ connected: true });
  });

  test('shares the rate limit of its grant with all tabs of the site', async () => {
    await host.grant({ rateLimit: { requests: 5, seconds: 60 } });
    const secrets = [await secretOf(), await secretOf(), await secretOf()];
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => call(secrets[index % 3]!)));
    const statuses = answers.map((answer) => 'response' in answer && answer.response.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  });

  test('learns that its site is paused; a page of another site doesn’t', async () => {
    const id = await host.grant();
    await host.send('PATCH', `/tokens/${id}`, { paused: true });
    expect(await connect()).toEqual({ ended: 'paused' });
    expect(await connect(other)).toEqual({ silent: true });
  });

  test('gets no answer once its grant has expired; its calls are then 401, with the reason', async () => {
    await host.grant({ expiresAt: new Date(host.clock.now() + 1_000).toISOString() });
    const secret = await secretOf();
    host.clock.advance(2);
    expect(await connect()).toEqual({ silent: true });
    expect(await call(secret)).toMatchObject({ response: { status: 401 }, ended: 'expired' });
  });

  test('gets at most 60 secrets in a minute', async () => {
    await host.grant();
    for (let index = 0; index < connectsPerMinute; index++) await secretOf();
    const [late, other] = [connect(), connect()];
    expect(await Promise.race([late, other, within(50, new Promise(() => {}))])).toBeUndefined();
    host.pass(61);
    // When a browser starts with many tabs, each tab eventually gets its secret.
    expect([await late, await other]).toEqual([{ secret: expect.any(String) }, { secret: expect.any(String) }]);
  });

  test('stops waiting for a secret once closed', async () => {
    await host.grant();
    for (let index = 0; index < connectsPerMinute; index++) await secretOf();
    const page = new AbortController();
    const late = host.access(shop, { id: 1, connect: ['memories:read'] }, page.signal);
    page.abort(new Error('gone'));
    await expect(late).rejects.toThrow('gone');
  });
});

describe('a call', () => {
  test('with a secret of another origin is 401', async () => {
    await host.grant();
    const secret = await secretOf();
    expect(await call(secret)).toMatchObject({ response: { status: 200 } });
    for (const origin of [other, 'http://shop.example', 'https://shop.example:444', 'https://shop.example.evil'])
      expect(await call(secret, origin)).toMatchObject({ response: { status: 401 } });
  });

  test('with a token that isn’t bound to a page is 401', async () => {
    const { body } = await host.send('POST', '/tokens', { name: 'tool', scopes: ['memories:read'] });
    expect(await call(body.token)).toMatchObject({ response: { status: 401 } });
  });

  test('without a secret is 401', async () => {
    await host.grant();
    expect(await call('')).toMatchObject({ response: { status: 401 } });
  });

  test('after the grant is revoked is 401, with the reason', async () => {
    const id = await host.grant();
    const secret = await secretOf();
    await host.send('DELETE', `/tokens/${id}`);
    expect(await call(secret)).toMatchObject({ response: { status: 401 }, ended: 'revoked' });
  });

  test('with a secret that 64 newer secrets replaced is 401 but doesn’t end the connection', async () => {
    await host.grant();
    const secret = await secretOf();
    for (let index = 0; index < 64; index++) {
      host.clock.advance(2);
      await secretOf();
    }
    const answer = await call(secret);
    expect(answer).toMatchObject({ response: { status: 401 } });
    expect(answer).not.toHaveProperty('ended');
  });

  test('can’t list tokens, not even the site’s own', async () => {
    await host.grant();
    const secret = await secretOf();
    for (const path of ['/v1/tokens', `/v1/tokens?origin=${encodeURIComponent(shop)}`])
      expect(await call(secret, shop, path)).toMatchObject({ response: { status: 403 } });
  });
});

describe('the access of a site', () => {
  const createdAt = '2026-03-01T12:00:00.000Z';
  const after = (hours: number) => Date.parse(createdAt) + hours * 3_600_000;
  const grant = (hours: number) => ({ createdAt, expiresAt: new Date(after(hours)).toISOString() });

  test('can be renewed during the last day or the last tenth of its duration, whichever is shorter', () => {
    const month = grant(30 * 24);
    expect(endsSoon(month, after(29 * 24 - 1))).toBeUndefined();
    expect(endsSoon(month, after(29 * 24 + 1))).toBe(month.expiresAt);
    const day = grant(24);
    expect(endsSoon(day, after(21))).toBeUndefined();
    expect(endsSoon(day, after(23))).toBe(day.expiresAt);
  });

  test('can’t be renewed once it has ended, or if it never ends', () => {
    expect(endsSoon(grant(24), after(25))).toBeUndefined();
    expect(endsSoon({ createdAt, expiresAt: null }, after(1))).toBeUndefined();
  });
});
