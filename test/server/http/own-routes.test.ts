import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { testHttpServer } from '../../support/server/http-server.ts';
import { rawRequest } from '../../support/server/raw.ts';

test('/healthz reports that the process is alive', async () => {
  const { base } = await testHttpServer();
  const answer = await fetch(`${base}/healthz`);
  expect({ status: answer.status, body: await answer.json() }).toEqual({ status: 200, body: { status: 'ok' } });
});

test('/readyz reports whether requests can be served, and why not', async () => {
  let reason: string | undefined;
  const { base } = await testHttpServer({ unready: async () => reason });
  expect((await fetch(`${base}/readyz`)).status).toBe(200);
  reason = 'The database can’t be reached now.';
  const answer = await fetch(`${base}/readyz`);
  expect({ status: answer.status, body: await answer.json() }).toEqual({
    status: 503,
    body: { status: 'unready', reason },
  });
});

test('/openapi.json is the OpenAPI document of v1', async () => {
  const { base } = await testHttpServer();
  expect(await (await fetch(`${base}/openapi.json`)).json()).toEqual(
    JSON.parse(readFileSync('docs/openapi.json', 'utf8')),
  );
});

describe('the URL of the API', () => {
  const asBrowser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

  test.each(['/v1', '/v1/'])('%s shows a browser an explanation with a link to the server’s page', async (path) => {
    const { base } = await testHttpServer();
    const answer = await fetch(base + path, { headers: asBrowser });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    const text = await answer.text();
    expect(text).toContain('<a href="/">');
    expect(text).not.toMatch(/<script|<style|style=|https?:/);
  });

  test.each([{}, { accept: '*/*' }, { accept: 'application/json' }, { accept: 'application/json, text/html;q=0.5' }])(
    'returns JSON to programs that send %j',
    async (headers: Record<string, string>) => {
      const { base } = await testHttpServer();
      const answer = await fetch(`${base}/v1`, { headers });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([401, 'application/json']);
    },
  );

  test('followed by the path of an operation, returns JSON even to a browser', async () => {
    const { base, token } = await testHttpServer();
    const answer = await fetch(`${base}/v1/usage`, { headers: { ...asBrowser, authorization: `Bearer ${token}` } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
  });
});

describe('/metrics', () => {
  test('counts responses by operation and status, and names no user', async () => {
    const { base, token } = await testHttpServer();
    for (const path of ['/v1/usage', '/v1/usage', '/v1/memories/none'])
      await fetch(base + path, { headers: { authorization: `Bearer ${token}` } });
    await fetch(`${base}/v1/usage`);
    const text = await (await fetch(`${base}/metrics`)).text();
    expect(text).toContain('commonplace_requests_total{operation="readUsage",status="200"} 2');
    expect(text).toContain('commonplace_requests_total{operation="readMemory",status="404"} 1');
    expect(text).toContain('commonplace_requests_total{operation="none",status="401"} 1');
    expect(text).toContain('commonplace_request_seconds_count{operation="readUsage"} 2');
    expect(text).not.toMatch(/"me"|cpk_|tok_/);
  });

  test('is readable from this machine, but not through a proxy', async () => {
    const { base } = await testHttpServer();
    expect((await fetch(`${base}/metrics`)).status).toBe(200);
    for (const name of ['x-forwarded-for', 'forwarded'])
      expect((await fetch(`${base}/metrics`, { headers: { [name]: '192.0.2.1' } })).status).toBe(403);
  });

  test('isn’t readable under the public name of the server', async () => {
    const { port } = await testHttpServer({ allowedHosts: ['memory.example.org'] });
    const ask = async (host: string, target = '/metrics') =>
      (await rawRequest(port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).status;
    expect([await ask('memory.example.org'), await ask('localhost'), await ask(`127.0.0.1:${port}`)]).toEqual([
      403, 200, 200,
    ]);
    expect([
      await ask('localhost', 'http://memory.example.org/metrics'),
      await ask('memory.example.org', 'http://localhost/metrics'),
    ]).toEqual([403, 200]);
  });

  test('behind a proxy, where all requests look local, is readable only with its token', async () => {
    expect((await fetch(`${(await testHttpServer({ behindProxy: true })).base}/metrics`)).status).toBe(403);
    const { base } = await testHttpServer({ behindProxy: true, metricsToken: 'watcher' });
    expect((await fetch(`${base}/metrics`, { headers: { authorization: 'Bearer watcher' } })).status).toBe(200);
  });

  test('is readable only with its token, if one is set', async () => {
    const { base, token } = await testHttpServer({ metricsToken: 'watcher' });
    const ask = async (given?: string) =>
      (
        await fetch(`${base}/metrics`, {
          headers: { 'x-forwarded-for': '192.0.2.1', ...(given !== undefined && { authorization: `Bearer ${given}` }) },
        })
      ).status;
    expect([await ask('watcher'), await ask('watchers'), await ask(token), await ask()]).toEqual([200, 401, 401, 401]);
  });

  test('limits guesses at its token, but not clients that have it', async () => {
    const { base } = await testHttpServer({ metricsToken: 'watcher' });
    const ask = async (given: string) =>
      (await fetch(`${base}/metrics`, { headers: { authorization: `Bearer ${given}` } })).status;
    let [guesses, status] = [0, 401];
    // Twice the limit, since a new minute may begin meanwhile.
    for (; status === 401 && guesses <= 240; guesses++) status = await ask(`guess${guesses}`);
    expect([status, await ask('watcher')]).toEqual([429, 200]);
    expect(guesses).toBeGreaterThan(120);
  });
});
