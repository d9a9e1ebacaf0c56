import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  Commonplace,
  CommonplaceError,
  createCall,
  NotOffered,
  searchMemories,
  TimedOut,
} from '../../../src/client/package/index.ts';
import type { ClientOptions, LogEvent } from '../../../src/client/package/index.ts';
import type { ResponseEnvelope } from '../../../src/v1/envelope.ts';
import { collect } from '../../support/client/collect.ts';

const allExtensions = { 'memory-extensions': 'v=1, delete, idempotency-key, etag, filters' };
const memory = { id: 'mem_1', content: 'tea', source: 'api', tags: [], createdAt: '', updatedAt: '' };
const server = { baseUrl: 'http://memory.test', token: 'cpk_secret' };

/**
 * A client whose server sends these responses in order, and repeats the last one. Also returns the requests that the
 * client sent and its waits, in milliseconds.
 */
function clientOf(responses: (Response | Error)[], options: ClientOptions = {}) {
  const sent: Request[] = [];
  const waits: number[] = [];
  let time = 1_800_000_000_000;
  const client = new Commonplace({
    ...server,
    fetch: async (url, init) => {
      const { method, headers, body } = init!;
      sent.push(new Request(url, { method: method!, headers: headers!, ...(body && { body }) }));
      const response = responses[Math.min(sent.length, responses.length) - 1]!;
      if (response instanceof Error) throw response;
      return response.clone();
    },
    clock: {
      now: () => time,
      wait: async (ms, signal) => {
        signal?.throwIfAborted();
        waits.push(ms);
        time += ms;
      },
      random: () => 0.5,
      newKey: () => 'made-key',
    },
    ...options,
  });
  return { client, sent, waits };
}

const json = (body: unknown, status = 200, headers: Record<string, string> = allExtensions) =>
  new Response(JSON.stringify(body), { status, headers });
const keysIn = ({ requests }: { requests: { idempotencyKey: string }[] }) =>
  requests.map(({ idempotencyKey }) => idempotencyKey);
const unavailable = () => json({ error: { code: 'unavailable', message: 'No.' } }, 503);

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

describe('the client of the package', () => {
  it('reads address and token from the environment', async () => {
    vi.stubEnv('COMMONPLACE_URL', 'http://env.test/v1/');
    vi.stubEnv('COMMONPLACE_TOKEN', 'cpk_env');
    const { client, sent } = clientOf([json(memory)], { baseUrl: undefined, token: undefined });
    await client.memories.read('mem_1');
    expect(sent[0]?.url).toBe('http://env.test/v1/memories/mem_1');
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer cpk_env');
  });

  it.each([
    [{ baseUrl: '', token: 'x' }, 'baseUrl'],
    [{ baseUrl: 'memory.test', token: 'x' }, 'http'],
    [{ baseUrl: 'http://memory.test:99999', token: 'x' }, 'http'],
    [{ baseUrl: 'http://memory.test/v1?tenant=1', token: 'x' }, 'without'],
    [{ baseUrl: 'http://memory.test?tenant=1', token: 'x' }, 'without'],
    [{ baseUrl: 'http://memory.test/#sign-in=1', token: 'x' }, 'without'],
    [{ baseUrl: 'http://memory.test', token: '' }, 'token'],
    [{ baseUrl: 'http://memory.test', token: 'cpk_ü\n secret' }, 'characters'],
  ])('rejects %j without repeating the token', (options, text) => {
    const make = () => new Commonplace(options);
    expect(make).toThrow(CommonplaceError);
    expect(make).toThrow(text);
    expect(make).not.toThrow('secret');
  });

  it('logs events without the search query, the parameters and the token', async () => {
    const events: LogEvent[] = [];
    const { client } = clientOf([unavailable(), json({ memories: [] })], { log: (event) => events.push(event) });
    await client.memories.search({ query: 'my diary' });
    await client.memories.list({ source: 'my-source' });
    expect(events).toMatchObject([
      { event: 'response', method: 'POST', path: '/v1/memories/search', status: 503 },
      { event: 'retry', retry: 1, waitMs: 250 },
      { event: 'response', status: 200 },
      { event: 'response', method: 'GET', path: '/v1/memories', status: 200 },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/diary|secret|my-source/);
  });

  it('puts neither the token nor content nor parameters into an error', async () => {
    const { client } = clientOf([json({ error: { code: 'invalid_request', message: 'No.' } }, 400)]);
    const errors = [
      await client.memories.create({ content: 'my diary' }).catch((error: unknown) => error),
      await client.memories.list({ cursor: 'my-cursor' }).catch((error: unknown) => error),
    ];
    expect(errors).toMatchObject([
      { name: 'InvalidRequest', method: 'POST', path: '/v1/memories' },
      { method: 'GET', path: '/v1/memories' },
    ]);
    for (const error of errors)
      expect(JSON.stringify({ ...(error as object), text: String(error) })).not.toMatch(/diary|secret|my-cursor/);
  });

  it('passes every response to `onResponse`', async () => {
    const { client } = clientOf([unavailable(), json(memory, 200, { ...allExtensions, 'x-request-id': 'r1' })]);
    const responses: ResponseEnvelope[] = [];
    await client.memories.read('mem_1', { onResponse: (response) => responses.push(response) });
    expect(responses).toMatchObject([{ status: 503 }, { status: 200, headers: { 'x-request-id': 'r1' } }]);
  });

  it('sends the extra headers of the client and of the call', async () => {
    const { client, sent } = clientOf([json(memory)], { headers: { 'x-a': '1', 'x-b': '1' } });
    await client.memories.read('mem_1', { headers: { 'x-b': '2' } });
    expect([sent[0]?.headers.get('x-a'), sent[0]?.headers.get('x-b')]).toEqual(['1', '2']);
  });

  it('shares the known extensions and the retry budget with a copy that has other options', async () => {
    const { client, sent } = clientOf([json(memory), unavailable()], { headers: { 'x-a': '1' } });
    await client.memories.read('mem_1');
    const copy = client.withOptions({ maxRetries: 0, headers: { 'x-b': '2' } });
    await expect(copy.memories.read('mem_1')).rejects.toMatchObject({ code: 'unavailable' });
    expect(sent).toHaveLength(2);
    expect([sent[1]?.headers.get('x-a'), sent[1]?.headers.get('x-b')]).toEqual(['1', '2']);
    expect(copy.extensions).toEqual(client.extensions);
    expect(copy.retries).toBe(client.retries);
  });

  it('trusts the extensions in `expects` until a response lists the extensions of the server', async () => {
    const { client, sent } = clientOf([new Response(null, { status: 204, headers: allExtensions })]);
    await client.memories.delete('mem_1', { expects: ['delete'] });
    expect(sent.map(({ method }) => method)).toEqual(['DELETE']);
    await expect(client.usage.read({ expects: ['usage'] })).rejects.toBeInstanceOf(NotOffered);
    expect(sent).toHaveLength(1);
  });

  it('accepts the option maxRetries for a single call', async () => {
    const { client, sent } = clientOf([unavailable()]);
    await expect(client.memories.read('mem_1', { maxRetries: 4 })).rejects.toMatchObject({ status: 503 });
    expect(sent).toHaveLength(5);
  });

  it('stops retrying when the retry budget is spent; successes refill the budget', async () => {
    const { client, sent, waits } = clientOf([unavailable()], { maxRetries: 1_000 });
    await expect(client.memories.read('mem_1')).rejects.toMatchObject({ status: 503 });
    expect(sent).toHaveLength(101);
    expect(client.retries).toMatchObject({ capacity: 100, remaining: 0 });
    expect(Math.max(...waits)).toBeLessThanOrEqual(8_000);
    await expect(client.memories.read('mem_1')).rejects.toMatchObject({ status: 503 });
    expect(sent).toHaveLength(102);
    for (let count = 0; count < 10; count++) client.retries.noteSuccess();
    expect(client.retries.remaining).toBe(1);
  });

  it('ends a wait when the call is aborted', async () => {
    const { client } = clientOf([json({ error: { code: 'rate_limited', message: 'Wait.', retryAfter: 50 } }, 429)], {
      clock: undefined,
    });
    const stop = new AbortController();
    const reason = new Error('enough');
    const call = client.memories.read('mem_1', {
      signal: stop.signal,
      onResponse: () => setTimeout(() => stop.abort(reason)),
    });
    await expect(call).rejects.toBe(reason);
  });

  it('rejects with TimedOut if an attempt takes too long', async () => {
    const never: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error)),
      );
    const client = new Commonplace({ ...server, fetch: never, maxRetries: 0 });
    const failure = await client.memories.read('mem_1', { timeout: 5 }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TimedOut);
    expect(failure).toMatchObject({
      message: "http://memory.test didn't respond within 5 ms.",
      method: 'GET',
      path: '/v1/memories/mem_1',
      mayHaveArrived: true,
    });
  });

  it('leaves no timer and no listener behind', async () => {
    vi.useFakeTimers();
    const { signal } = new AbortController();
    const listen = vi.spyOn(signal, 'addEventListener');
    const stopListening = vi.spyOn(signal, 'removeEventListener');
    const { client } = clientOf([unavailable(), json(memory)]);
    await client.memories.read('mem_1', { signal });
    expect(vi.getTimerCount()).toBe(0);
    expect(listen).toHaveBeenCalledTimes(2);
    expect(stopListening.mock.calls).toEqual(listen.mock.calls);
  });

  it('uses one idempotency key for all retries of a call, and a new key for the next call', async () => {
    let keys = 0;
    const { client, sent } = clientOf([json(memory), unavailable(), json(memory)], {
      clock: { now: () => 0, wait: async () => {}, random: () => 0, newKey: () => `key-${++keys}` },
    });
    await client.memories.read('mem_1');
    await client.memories.create({ content: 'tea' });
    await client.memories.create({ content: 'tea' });
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual([null, 'key-1', 'key-1', 'key-2']);
  });

  it('gives each save in a batch an idempotency key, and retries the batch with the same keys', async () => {
    const offers = { 'memory-extensions': 'v=1, idempotency-key, batch' };
    const saved = { status: 201, body: memory };
    const results = json({ responses: [saved, saved] }, 200, offers);
    const { client, sent } = clientOf([json({ memories: [] }, 200, offers), unavailable(), results]);
    const settled = await client.batch(({ memories }) => [
      memories.create({ content: 'tea' }),
      memories.create({ content: 'milk' }, { idempotencyKey: 'mine' }),
    ]);
    expect(settled).toEqual([0, 1].map(() => ({ status: 'fulfilled', value: memory })));
    const keys = await Promise.all(sent.slice(1).map(async (request) => keysIn(await request.json())));
    expect(keys).toEqual([
      ['made-key', 'mine'],
      ['made-key', 'mine'],
    ]);
  });

  it('in a batch, rejects writes without a result, and doesn’t send writes that the server doesn’t offer', async () => {
    const offers = { 'memory-extensions': 'v=1, batch' };
    const { client, sent } = clientOf([json({ responses: [] }, 200, offers)]);
    await client.memories.list().catch(() => {});
    const [result] = await client.batch(({ memories }) => [memories.delete('mem_1')]);
    expect(result).toMatchObject({ status: 'rejected', reason: { name: 'NotOffered' } });
    const [other] = await client.batch(({ memories }) => [memories.create({ content: 'tea' })]);
    expect(other).toMatchObject({ status: 'rejected', reason: { name: 'MalformedResponse' } });
    expect(sent).toHaveLength(2);
  });

  it('fetches the first page once for an `await` and a loop, and again for a second loop', async () => {
    const { client, sent } = clientOf([json({ memories: [memory], nextCursor: null })]);
    const listing = client.memories.list();
    expect(await listing).toBe(await listing);
    expect(await collect(listing)).toEqual([memory]);
    expect(sent).toHaveLength(1);
    expect(await collect(listing)).toEqual([memory]);
    expect(sent).toHaveLength(2);
  });

  it('stops fetching when the iteration stops', async () => {
    const { client, sent } = clientOf([json({ memories: [memory, memory], nextCursor: 'a' })]);
    for await (const { id } of client.memories.list()) if (id === 'mem_1') break;
    expect(sent).toHaveLength(1);
  });
});

describe('a single call', () => {
  it('sends a request once, without a client', async () => {
    const sent: string[] = [];
    const search = createCall({
      ...server,
      fetch: async (url, init) => (sent.push(`${init?.method} ${url as string}`), json({ memories: [] })),
    });
    expect(await search(searchMemories, { body: { query: 'tea' } })).toEqual({ memories: [] });
    expect(sent).toEqual(['POST http://memory.test/v1/memories/search']);
  });
});
