import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Commonplace, ConnectionError } from '../../../src/client/index.ts';
import { fetchTransport } from '../../../src/client/transports/fetch.ts';

let server: Server | undefined;

/** Answers each request with `answer`, and remembers what was asked. Its address, without the version. */
async function serving(answer: (request: IncomingMessage) => { status: number; headers?: Record<string, string>; body?: string }): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = [];
  const started = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const { status, headers, body } = answer(request);
    response.writeHead(status, headers).end(body);
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${(started.address() as AddressInfo).port}`, asked };
}

afterEach(() => new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve))));

const usage = { plan: 'free', memories: { used: 0, limit: 200 }, transactionsToday: { used: 0, limit: 10 }, rateLimit: { limit: 1, remaining: 1, reset: 1 } };

describe('the client over HTTP', () => {
  it.each(['', '/', '/v1', '/v1/', '/below', '/below/v1/'])('takes a base URL that ends in "%s"', async (end) => {
    const { address, asked } = await serving(() => ({ status: 200, body: JSON.stringify(usage) }));
    const client = new Commonplace({ transport: fetchTransport(address + end), token: 'cpk_x' });
    expect(await client.usage()).toEqual(usage);
    expect(asked).toEqual([`GET ${end.startsWith('/below') ? '/below' : ''}/v1/usage`]);
  });

  it('brings status, headers in lower case, and body as they are, a refusal too', async () => {
    const { address } = await serving(() => ({ status: 418, headers: { 'X-RateLimit-Limit': '7' }, body: '{"error":{}}' }));
    const answer = await fetchTransport(address)({ commonplace: 1, method: 'GET', path: '/v1/usage', headers: {} });
    expect(answer).toMatchObject({ status: 418, headers: { 'x-ratelimit-limit': '7' }, body: '{"error":{}}' });
  });

  it('says that there was no answer where nobody listens', async () => {
    const { address } = await serving(() => ({ status: 200 }));
    await new Promise((resolve) => server?.close(resolve));
    await expect(new Commonplace({ transport: fetchTransport(address) }).usage()).rejects.toThrow(ConnectionError);
  });

  it('sends a token to no other address than the one that was given', async () => {
    const { address, asked } = await serving(() => ({ status: 307, headers: { location: 'http://127.0.0.1:9/v1/usage' } }));
    await expect(new Commonplace({ transport: fetchTransport(address), token: 'cpk_x' }).usage()).rejects.toThrow(ConnectionError);
    expect(asked).toHaveLength(1);
  });
});
