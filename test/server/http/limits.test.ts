import { describe, expect, test } from 'vitest';
import { limits } from '../../../src/v1/limits.ts';
import { testHttpServer } from '../../support/server/http-server.ts';
import { rawRequest, wire } from '../../support/server/raw.ts';
import { expectRefusal } from './refusal.ts';

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`;

describe('a body', () => {
  const bodyOf = (bytes: number) =>
    JSON.stringify({ content: 'x'.repeat(65_536), title: ' '.repeat(bytes) }).slice(0, bytes);
  const create = (token: string, ...more: string[]) =>
    lines(
      'POST /v1/memories HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      ...more,
    );
  const chunks = (body: string, size: number) => {
    const parts = Array.from({ length: Math.ceil(body.length / size) }, (_, index) =>
      body.slice(index * size, (index + 1) * size),
    );
    return `${parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('')}0\r\n\r\n`;
  };

  test('may have 256 KiB', async () => {
    const { port, token } = await testHttpServer();
    const whole = `${JSON.stringify({ content: 'kept' }).slice(0, -1)}${' '.repeat(262_144 - 18)}}`;
    expect(Buffer.byteLength(whole)).toBe(262_144);
    expect((await rawRequest(port, create(token, `Content-Length: ${whole.length}`) + whole)).status).toBe(201);
    expect((await rawRequest(port, create(token, 'Transfer-Encoding: chunked') + chunks(whole, 10_000))).status).toBe(
      201,
    );
  });

  test('over 256 KiB is refused before it is sent if its length is declared', async () => {
    const { port, token } = await testHttpServer();
    expectRefusal(await rawRequest(port, create(token, 'Content-Length: 262145')), {
      status: 413,
      code: 'payload_too_large',
    });
    expectRefusal(await rawRequest(port, create(token, 'Content-Length: 262145', 'Expect: 100-continue')), {
      status: 413,
      code: 'payload_too_large',
    });
  });

  test('over 256 KiB is refused while its chunks arrive, before the end', async () => {
    const { port, token } = await testHttpServer();
    const { send, answer, socket } = await wire(port);
    const start = bodyOf(262_145);
    send(create(token, 'Transfer-Encoding: chunked') + chunks(start, 65_536).slice(0, -'0\r\n\r\n'.length));
    expectRefusal(await answer(), { status: 413, code: 'payload_too_large' });
    socket.destroy();
  });

  test('is accepted after `Expect: 100-continue`', async () => {
    const { port, token } = await testHttpServer();
    const { send, answer, socket } = await wire(port);
    send(create(token, 'Content-Length: 18', 'Expect: 100-continue'));
    expect((await answer()).status).toBe(100);
    send('{"content":"kept"}');
    expect((await answer()).status).toBe(201);
    socket.destroy();
  });

  test('is refused if it is compressed', async () => {
    const { port, token } = await testHttpServer();
    expectRefusal(await rawRequest(port, create(token, 'Content-Length: 0', 'Content-Encoding: gzip')), {
      status: 415,
      code: 'unsupported_media_type',
    });
  });
});

describe('a URL', () => {
  const get = (path: string, token: string) =>
    lines(`GET ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${token}`);
  const pathOf = (bytes: number) => `/v1/memories?limit=1&cursor=`.padEnd(bytes, 'x');

  test('may have every filter at its maximum length, with every character escaped', async () => {
    const { base, port, token } = await testHttpServer();
    const longest = (characters: number) => '😀'.repeat(characters);
    const collection = longest(limits.collectionNameCharacters);
    const made = await fetch(`${base}/v1/collections`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: collection }),
    });
    expect(made.status).toBe(201);
    const query = new URLSearchParams([
      ['limit', String(limits.maxPageSize)],
      ['deleted', 'false'],
      ['collection', collection],
      ['source', longest(limits.sourceCharacters)],
      ['url', longest(limits.urlCharacters)],
      ['site', 'x'.repeat(63).concat('.').repeat(4).slice(0, limits.siteCharacters)],
      ['createdAfter', '2026-01-01T00:00:00.000+01:00'],
      ['createdBefore', '2026-01-02T00:00:00.000+01:00'],
      ...Array.from({ length: limits.tags }, (_, index) => [
        'tag',
        longest(limits.tagCharacters - 1) + String.fromCodePoint(0x1f600 + index),
      ]),
      ...['phrases', 'not'].flatMap((name) =>
        Array.from({ length: limits.phrases }, () => [name, '𠀀'.repeat(limits.phraseCharacters)]),
      ),
    ]);
    const { status, body } = await rawRequest(port, get(`/v1/memories?${query.toString()}`, token));
    expect({ status, body }).toEqual({ status: 200, body: '{"memories":[],"nextCursor":null}' });
    // With a cursor too, the URL is short enough: only the cursor is refused. Real ones have about 150 characters.
    const next = await rawRequest(port, get(`/v1/memories?${query.toString()}&cursor=${'x'.repeat(200)}`, token));
    expect(next).toMatchObject({ status: 400, body: expect.stringContaining('cursor') as string });
  });

  test('may have 96 KiB', async () => {
    const { port, token } = await testHttpServer();
    const { status, body } = await rawRequest(port, get(pathOf(98_304), token));
    expect({ status, body }).toMatchObject({ status: 400, body: expect.stringContaining('cursor') as string });
  });

  test.each([98_305, 130_000, 200_000, 400_000])('of %s bytes is refused', async (bytes) => {
    const { port, token } = await testHttpServer();
    expectRefusal(await rawRequest(port, get(pathOf(bytes), token)), { status: 414, code: 'invalid_request' });
  });
});

describe('headers', () => {
  const get = (token: string, more: string[]) =>
    lines('GET /v1/memories HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${token}`, ...more);
  const fields = (count: number, bytes = 1) =>
    Array.from({ length: count }, (_, index) => `X-Field-${index}: ${'x'.repeat(bytes)}`);

  test('of 64 fields are accepted', async () => {
    const { port, token } = await testHttpServer();
    expect((await rawRequest(port, get(token, fields(62)))).status).toBe(200);
  });

  test.each([
    ['65 fields', fields(63)],
    ['3,000 fields', fields(3_000)],
    ['more than 16 KiB', fields(2, 8_200)],
    ['60 KB in one field', fields(1, 60_000)],
    ['more bytes than the parser accepts', fields(20, 10_000)],
  ])('of %s are refused', async (_, more) => {
    const { port, token } = await testHttpServer();
    expectRefusal(await rawRequest(port, get(token, more)), { status: 431, code: 'invalid_request' });
  });
});
