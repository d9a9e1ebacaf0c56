import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judge } from '../../../conformance/every-response.ts';
import { refusalOf } from '../../../conformance/session.ts';
import type { Answer } from '../../../conformance/wire.ts';
import { rawRequest } from '../../support/server/raw.ts';
import { startServer, type RunningServer } from '../../../scripts/server/start.ts';

let server: RunningServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server?.stop());

const host = () => new URL(server.url).host;
const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n');

const requests: [what: string, status: number, code: 'invalid_request', sent: () => string][] = [
  ['a wrong Host', 421, 'invalid_request', () => get('/v1/usage', 'Host: commonplace.example')],
  [
    'a URL that is too long',
    414,
    'invalid_request',
    () => get(`/v1/memories?tag=${'x'.repeat(100_000)}`, `Host: ${host()}`),
  ],
  [
    'headers that are too large',
    431,
    'invalid_request',
    () => get('/v1/usage', `Host: ${host()}`, `X-Large: ${'x'.repeat(60_000)}`),
  ],
  [
    'too many headers',
    431,
    'invalid_request',
    () => get('/v1/usage', `Host: ${host()}`, ...Array.from({ length: 200 }, (_, index) => `X-${index}: x`)),
  ],
  ['something that isn’t HTTP', 400, 'invalid_request', () => 'hello there\r\n\r\n'],
  ['headers that do not end', 408, 'invalid_request', () => `GET /v1/usage HTTP/1.1\r\nHost: ${host()}\r\n`],
];

describe('a server that refuses a request before the service gets it', () => {
  it.each(requests)('answers %s with %i, the error body and all required headers', async (_, status, code, sent) => {
    const { headers, body: text, ...rest } = await rawRequest(Number(new URL(server.url).port), sent());
    const answer: Answer = { ...rest, headers: Object.fromEntries(headers), text, body: JSON.parse(text) as unknown };
    refusalOf(answer, code, status);
    expect(judge(answer, false).violations).toEqual([]);
  });
});
