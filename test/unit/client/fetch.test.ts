import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Commonplace } from '../../../src/client/package/index.ts';
import { systemClock } from '../../../src/client/sending/clock.ts';
import { fetchTransport } from '../../../src/client/transports/fetch.ts';
import { serve } from '../../../scripts/browsers/serve.ts';

interface Received {
  method: string | undefined;
  url: string | undefined;
  authorization: string | undefined;
  cookie: string | undefined;
  body: string;
}

let site: Awaited<ReturnType<typeof serve>>;
let received: Received[] = [];
let answer: { status: number; headers?: Record<string, string>; body: string };

beforeAll(async () => {
  site = await serve((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const { method, url, headers } = request;
      received.push({ method, url, authorization: headers.authorization, cookie: headers.cookie, body });
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
});

beforeEach(() => {
  received = [];
  answer = { status: 200, body: '{"memories":[],"nextCursor":null}' };
});

afterAll(() => site.close());

/**
 * A server whose host, port or scheme differs from that of `site`, and the number of its connections. The server
 * supports no TLS, but an attempted handshake counts as a connection.
 */
async function otherSite(where: 'another host' | 'another port' | 'another scheme') {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
  });
  const host = where === 'another host' ? '127.0.0.1' : 'localhost';
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const scheme = where === 'another scheme' ? 'https' : 'http';
  return {
    address: `${scheme}://${host}:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
  };
}

const clientAt = (end: string) => new Commonplace({ baseUrl: site.origin + end, token: 'secret', maxRetries: 0 });

describe('the client over HTTP', () => {
  it.each(['', '/', '/v1', '/v1/', '/below', '/below/v1'])(
    'finds the service at an address that ends in “%s”',
    async (end) => {
      await clientAt(end).memories.list({ limit: 5 });
      const below = end.startsWith('/below') ? '/below' : '';
      expect(received).toEqual([
        {
          method: 'GET',
          url: `${below}/v1/memories?limit=5`,
          authorization: 'Bearer secret',
          cookie: undefined,
          body: '',
        },
      ]);
    },
  );

  it('sends bodies and returns errors unchanged', async () => {
    answer = { status: 429, body: '{"error":{"code":"rate_limited","message":"Wait 3 seconds.","retryAfter":3}}' };
    await expect(clientAt('').memories.create({ content: 'tea' })).rejects.toMatchObject({
      status: 429,
      code: 'rate_limited',
      retryAfter: 3,
    });
    expect(received).toMatchObject([{ method: 'POST', body: '{"content":"tea"}' }]);
  });

  it('follows no redirect, since the token is for this server only', async () => {
    answer = { status: 307, headers: { location: `${site.origin}/elsewhere` }, body: '' };
    await expect(clientAt('').memories.list()).rejects.toMatchObject({ name: 'ConnectionFailed' });
    expect(received).toHaveLength(1);
  });

  describe.each(['another host', 'another port', 'another scheme'] as const)('redirected to %s', (where) => {
    it.each([301, 302, 303, 307, 308])('sends neither reads nor writes there after a %i', async (status) => {
      const other = await otherSite(where);
      answer = { status, headers: { location: `${other.address}/v1/memories` }, body: '' };
      const client = clientAt('');
      await expect(client.memories.list()).rejects.toMatchObject({ name: 'ConnectionFailed' });
      await expect(client.memories.create({ content: 'tea' })).rejects.toMatchObject({ name: 'ConnectionFailed' });
      expect(received.map(({ method }) => method)).toEqual(['GET', 'POST']);
      expect(other.connections()).toBe(0);
      // Control: a request that follows the redirect reaches the other site.
      await fetch(`${site.origin}/v1/memories`).catch(() => {});
      expect(other.connections()).toBeGreaterThan(0);
    });
  });

  it.each([
    ['a browser', { href: 'https://page.test/' }, ['no-store', 'omit', 'no-referrer']],
    ['Node', undefined, [undefined, undefined, undefined]],
  ])('forbids cookies, referrers and caching only in a browser: %s', async (_, location, expected) => {
    if (location) vi.stubGlobal('location', location);
    const sent: RequestInit[] = [];
    const transport = fetchTransport(site.origin, {
      fetch: (url, init) => {
        sent.push(init!);
        return fetch(url, init);
      },
    });
    vi.unstubAllGlobals();
    await new Commonplace({ transport }).memories.list();
    expect(sent.map(({ cache, credentials, referrerPolicy }) => [cache, credentials, referrerPolicy])).toEqual([
      expected,
    ]);
  });

  it('names the server that it can’t reach, without password, path and query', async () => {
    const closed = await serve(() => {});
    await closed.close();
    const { host } = new URL(closed.origin);
    const unreachable = (baseUrl: string) =>
      new Commonplace({ transport: fetchTransport(baseUrl) }).memories.list({ tag: ['diary'] });
    await expect(unreachable(`${closed.origin}/below`)).rejects.toMatchObject({
      name: 'ConnectionFailed',
      message: `Couldn't reach ${closed.origin} (ECONNREFUSED).`,
      mayHaveArrived: false,
    });
    await expect(unreachable(`http://anna:secret@${host}/below`)).rejects.toMatchObject({
      message: `Couldn't reach ${closed.origin}.`,
    });
  });

  it('names the server that doesn’t respond in time', async () => {
    const silent = await serve(() => {});
    const transport = fetchTransport(silent.origin, { timeout: 20 });
    await expect(new Commonplace({ transport }).memories.list()).rejects.toMatchObject({
      name: 'TimedOut',
      message: `${silent.origin} didn't respond within 20 ms.`,
    });
    await silent.close();
  });

  it.each([2 ** 31, Number.MAX_SAFE_INTEGER])('waits for a slow response under a limit of %i ms', async (timeout) => {
    const slow = await serve((_, response) => void setTimeout(() => response.end(answer.body), 50));
    onTestFinished(() => slow.close());
    const client = new Commonplace({ baseUrl: slow.origin, token: 'secret', timeout, maxRetries: 0 });
    await expect(client.memories.list()).resolves.toMatchObject({ memories: [] });
  });

  it('has a clock that can wait for weeks, as a server may ask', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let isOver = false;
    void systemClock.wait(2 ** 31).then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(2 ** 31);
    expect(isOver).toBe(true);
  });

  it('stops when aborted', async () => {
    const reason = new Error('enough');
    await expect(clientAt('').memories.list({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const silent = await serve(() => {});
    const stop = new AbortController();
    const transport = fetchTransport(silent.origin);
    const call = new Commonplace({ transport }).memories.list({}, { signal: stop.signal });
    stop.abort(reason);
    await expect(call).rejects.toBe(reason);
    await silent.close();
  });
});
