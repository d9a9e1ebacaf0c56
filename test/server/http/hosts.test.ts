import { expect, test } from 'vitest';
import { hostCheck } from '../../../src/server/http/hosts.ts';
import { testHttpServer } from '../../support/server/http-server.ts';
import { rawRequest } from '../../support/server/raw.ts';
import { expectRefusal } from './refusal.ts';

const loopback = ['localhost', 'LOCALHOST:8377', '127.0.0.1', '127.0.0.1:1', '[::1]', '[::1]:8377'];
const addresses = ['192.0.2.7', '192.0.2.7:8377', '[2001:db8::7]:8377'];
const names = [
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.nip.example',
  'evil.example:8377',
  '',
  'localhost:x',
  'me@localhost',
  'localhost/',
  '[::1',
  '0x7f000001',
  '127.1',
];

test.each(['127.0.0.1', '::1', 'localhost'])('a server on %s serves requests only for loopback names', (bound) => {
  const isAllowedHost = hostCheck(bound, []);
  expect(loopback.filter((host) => !isAllowedHost(host))).toEqual([]);
  expect([...addresses, ...names].filter(isAllowedHost)).toEqual([]);
});

test.each(['0.0.0.0', '::', '192.0.2.7'])('a server on %s also serves requests for IP addresses', (bound) => {
  const isAllowedHost = hostCheck(bound, []);
  expect([...loopback, ...addresses].filter((host) => !isAllowedHost(host))).toEqual([]);
  expect(names.filter(isAllowedHost)).toEqual([]);
});

test('serves requests for an allowed name with any port', () => {
  const isAllowedHost = hostCheck('127.0.0.1', ['Memories.Example.org']);
  expect(['memories.example.org', 'MEMORIES.example.org:443'].filter((host) => !isAllowedHost(host))).toEqual([]);
  expect(isAllowedHost('evil.memories.example.org')).toBe(false);
});

test('refuses a request for a foreign host name, as in DNS rebinding, on every path', async () => {
  const { port, token } = await testHttpServer();
  for (const path of ['/v1/usage', '/', '/healthz', '/metrics', '/openapi.json']) {
    const ask = (host: string) =>
      rawRequest(port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    expectRefusal(await ask('evil.example'), { status: 421, code: 'invalid_request' });
    expect((await ask('localhost')).status).not.toBe(421);
  }
});

test.each([
  'http://evil.example',
  'http://evil.example:80',
  'http://localhost@evil.example',
  'http://evil.example?localhost/',
  'https://evil.example',
])('refuses a foreign name in an absolute URL, %s, even with an allowed Host header', async (origin) => {
  const { port, token } = await testHttpServer();
  expectRefusal(
    await rawRequest(
      port,
      `GET ${origin}/v1/usage HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    ),
    { status: 421, code: 'invalid_request' },
  );
});
