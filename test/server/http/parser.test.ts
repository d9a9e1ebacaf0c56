import { expect, test } from 'vitest';
import { testHttpServer } from '../../support/server/http-server.ts';
import { rawRequest, wire } from '../../support/server/raw.ts';
import { expectRefusal } from './refusal.ts';

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`;
const refused = { status: 400, code: 'invalid_request' } as const;

test.each([
  [
    'both a length and chunks',
    lines('POST /v1/memories HTTP/1.1', 'Host: localhost', 'Content-Length: 5', 'Transfer-Encoding: chunked'),
  ],
  ['two lengths', lines('POST /v1/memories HTTP/1.1', 'Host: localhost', 'Content-Length: 5', 'Content-Length: 6')],
  [
    'a transfer coding other than chunked',
    lines('POST /v1/memories HTTP/1.1', 'Host: localhost', 'Transfer-Encoding: chunked, identity'),
  ],
  ['lines that end without a carriage return', 'GET /v1/usage HTTP/1.1\nHost: localhost\n\n'],
  ['a header on two lines', lines('GET /v1/usage HTTP/1.1', 'Host: localhost', 'X-One: a', ' b')],
  ['white space after a header name', lines('GET /v1/usage HTTP/1.1', 'Host : localhost')],
  ['an unknown method', lines('FROB /v1/usage HTTP/1.1', 'Host: localhost')],
  ['something that isn’t HTTP', 'hello\r\n\r\n'],
  ['no Host', lines('GET /v1/usage HTTP/1.1')],
  ['two Hosts', lines('GET /v1/usage HTTP/1.1', 'Host: localhost', 'Host: localhost')],
  ['a whole URL as its address and no Host', lines('GET http://localhost/v1/usage HTTP/1.1')],
  ['a URL of another kind as its address', lines('GET ftp://localhost/v1/usage HTTP/1.1', 'Host: localhost')],
  ['a URL without a host as its address', lines('GET http:///v1/usage HTTP/1.1', 'Host: localhost')],
  ['a backslash in its address', lines('GET /v1\\usage HTTP/1.1', 'Host: localhost')],
])('refuses a request with %s, and returns the error body of the contract', async (_, text) => {
  const { port } = await testHttpServer();
  expectRefusal(await rawRequest(port, text), refused);
});

test('answers a valid request', async () => {
  const { port, token } = await testHttpServer();
  expect(
    (await rawRequest(port, lines('GET /v1/usage HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${token}`)))
      .status,
  ).toBe(200);
});

test.each(['http://localhost/v1/usage', 'HTTP://127.0.0.1:8377/v1/usage?', 'https://localhost/v1/usage'])(
  'answers a request with the absolute target %s and any Host header',
  async (url) => {
    const { port, token } = await testHttpServer();
    for (const host of ['localhost', 'evil.example'])
      expect(
        (await rawRequest(port, lines(`GET ${url} HTTP/1.1`, `Host: ${host}`, `Authorization: Bearer ${token}`)))
          .status,
      ).toBe(200);
  },
);

test('answers pipelined requests in order, including a bad one after good ones', async () => {
  const { port, token } = await testHttpServer();
  const { send, answer, closed } = await wire(port);
  const get = (path: string) => lines(`GET ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${token}`);
  send(get('/v1/usage') + get('/v1/nothing') + get('/v1/tags') + 'no request\r\n\r\n');
  expect(JSON.parse((await answer()).body)).toHaveProperty('plan');
  expect((await answer()).status).toBe(404);
  expect(JSON.parse((await answer()).body)).toHaveProperty('tags');
  expectRefusal(await answer(), refused);
  await closed;
});

test('serves several requests on one connection', async () => {
  const { port, token } = await testHttpServer();
  const { send, answer, socket } = await wire(port);
  for (const path of ['/v1/usage', '/v1/tags', '/v1/nothing', '/v1/usage']) {
    send(lines(`GET ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${token}`));
    expect((await answer()).status).toBe(path === '/v1/nothing' ? 404 : 200);
  }
  socket.destroy();
});

test('answers HEAD like GET without a body, and OPTIONS with the allowed methods', async () => {
  const { base, token } = await testHttpServer();
  const ask = (method: string) =>
    fetch(`${base}/v1/memories`, { method, headers: { authorization: `Bearer ${token}` } });
  const head = await ask('HEAD');
  expect({ status: head.status, body: await head.text() }).toEqual({ status: 200, body: '' });
  const options = await ask('OPTIONS');
  expect({ status: options.status, allow: options.headers.get('allow') }).toEqual({ status: 405, allow: 'GET, POST' });
});

test('returns a valid X-Request-Id unchanged, and replaces an invalid one', async () => {
  const { base } = await testHttpServer();
  const idFor = async (given: string) =>
    (await fetch(`${base}/v1/usage`, { headers: { 'x-request-id': given } })).headers.get('x-request-id');
  expect(await idFor('my-request-1')).toBe('my-request-1');
  expect(await idFor('two words')).toMatch(/^[0-9a-f-]{36}$/);
  expect(await idFor('x'.repeat(65))).toMatch(/^[0-9a-f-]{36}$/);
});

test('responses of v1, /healthz and an unknown path forbid caching, sniffing and framing', async () => {
  const { base, token } = await testHttpServer();
  for (const path of ['/v1/usage', '/v1/nothing', '/healthz', '/nothing']) {
    const { headers } = await fetch(base + path, { headers: { authorization: `Bearer ${token}` } });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain(`frame-ancestors 'none'`);
  }
});
