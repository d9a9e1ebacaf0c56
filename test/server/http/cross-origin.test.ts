import { describe, expect, test } from 'vitest';
import { testHttpServer } from '../../support/server/http-server.ts';

const ours = ['https://notes.example', 'http://localhost:5173', 'https://app.example:8443'];

/** Origins that aren't allowed. Many of them look like an allowed one. */
const strangers = [
  'null',
  '',
  'https://evil.example',
  'http://notes.example',
  'https://notes.example:443',
  'https://notes.example:8443',
  'https://notes.example/',
  'https://NOTES.example',
  'https://notes.example.evil.example',
  'https://evilnotes.example',
  'https://evil-notes.example',
  'https://sub.notes.example',
  'https://notes.example@evil.example',
  'https://notes.example%00.evil.example',
  'https://notes.examplf',
  'https://notes-example',
  'https://notes.example,https://evil.example',
  'https://notes.example https://evil.example',
  'http://localhost',
  'http://localhost:5174',
  'http://localhost:51730',
  'https://localhost:5173',
  'http://127.0.0.1:5173',
  'http://[::1]:5173',
  'http://localhost.evil.example:5173',
  'https://app.example',
  'https://app.example:844',
  'https://app.example:84430',
  'http://app.example:8443',
  'https://xapp.example:8443',
  'https://app.example.:8443',
  'https://app.exämple:8443'.replace('ä', 'a-'),
  'file://',
  'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
  'moz-extension://0a1b2c3d-0000-4000-8000-000000000000',
  'data:',
  '*',
  'https://*',
  'undefined',
  'true',
];

describe('a response', () => {
  test('can be read by allowed origins', async () => {
    const { base, token } = await testHttpServer({ allowedOrigins: ours });
    for (const origin of ours) {
      const { status, headers } = await fetch(`${base}/v1/usage`, {
        headers: { origin, authorization: `Bearer ${token}` },
      });
      expect({ status, allowed: headers.get('access-control-allow-origin') }).toEqual({ status: 200, allowed: origin });
      expect(headers.get('access-control-expose-headers')).toContain('X-RateLimit-Remaining');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('vary')).toContain('Origin');
    }
  });

  test('can’t be read by other origins', async () => {
    expect(new Set(strangers).size).toBe(40);
    const { base, token } = await testHttpServer({ allowedOrigins: ours });
    for (const origin of strangers) {
      const { headers } = await fetch(`${base}/v1/usage`, { headers: { origin, authorization: `Bearer ${token}` } });
      expect([origin, headers.get('access-control-allow-origin')]).toEqual([origin, null]);
      expect(headers.get('vary')).toContain('Origin');
    }
  });

  test('can’t be read by any origin if none is allowed', async () => {
    const { base } = await testHttpServer();
    for (const origin of [...ours, 'null'])
      expect(
        (await fetch(`${base}/v1/usage`, { headers: { origin } })).headers.get('access-control-allow-origin'),
      ).toBeNull();
  });

  test('can be read by allowed origins even if it is an error', async () => {
    const { base } = await testHttpServer({ allowedOrigins: ours });
    const { status, headers } = await fetch(`${base}/v1/usage`, { headers: { origin: ours[0]! } });
    expect({ status, allowed: headers.get('access-control-allow-origin') }).toEqual({ status: 401, allowed: ours[0] });
  });
});

describe('the response to a preflight request', () => {
  const ask = (base: string, origin: string) =>
    fetch(`${base}/v1/memories`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    });

  test('lists what an allowed origin may send', async () => {
    const { base } = await testHttpServer({ allowedOrigins: ours });
    const { status, headers } = await ask(base, ours[0]!);
    expect({ status, allowed: headers.get('access-control-allow-origin') }).toEqual({ status: 204, allowed: ours[0] });
    expect(headers.get('access-control-allow-methods')!.split(',').sort()).toEqual(['DELETE', 'GET', 'PATCH', 'POST']);
    for (const name of ['authorization', 'content-type', 'idempotency-key', 'if-match'])
      expect(headers.get('access-control-allow-headers')!.toLowerCase().split(',')).toContain(name);
  });

  test('has no CORS header for another origin', async () => {
    const { base } = await testHttpServer({ allowedOrigins: ours });
    for (const origin of strangers) {
      const { status, headers } = await ask(base, origin);
      expect(status).not.toBe(204);
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });
});
