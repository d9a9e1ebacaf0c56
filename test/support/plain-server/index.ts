import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { skippingClock, type HostClock } from '../../../conformance/host.ts';
import { usualChoices, type Choices } from './choices.ts';
import { rightParts, type Kept, type Parts } from './memories.ts';
import { operationsOf, type Result, type Input } from './operations.ts';
import { rateOf } from './rate.ts';
import { Refusal } from './refusal.ts';

export type { Choices } from './choices.ts';
export type { Kept, Memory, Parts } from './memories.ts';

export interface PlainServer {
  /** Ends in /v1. */
  url: string;
  token: string;
  /** Its time, which cases in this process can skip. */
  clock: HostClock;
  kept: Kept;
  /** Number of successful writes. */
  transactions(): number;
  /** Number of requests received. */
  requests(): number;
  close(): Promise<void>;
}

/**
 * A second v1 server with only the eight operations of the source document.
 * `choices`: what the source document leaves open. `wrong`: faulty parts.
 */
export async function startPlainServer(
  choices: Partial<Choices> = {},
  wrong: Partial<Parts> = {},
): Promise<PlainServer> {
  const all: Choices = { ...usualChoices, ...choices };
  const parts: Parts = { ...rightParts, ...wrong };
  const token = randomBytes(16).toString('hex');
  const clock = skippingClock();
  const kept: Kept = { memories: [], collections: [] };
  const operations = operationsOf(kept, all, parts, clock);
  const takeRate = rateOf(all, clock);
  let [requests, transactions] = [0, 0];

  async function answer(request: IncomingMessage, wait: number | undefined): Promise<Result> {
    if (!parts.isGood(request.headers.authorization, token))
      throw new Refusal(401, 'who_are_you', 'A token is needed.');
    if (wait !== undefined)
      throw new Refusal(all.limitedStatus, 'rate_limited', `Too many requests: wait ${wait} seconds.`, wait);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://plain.test');
    const { operation, id } = find(request.method ?? '', pathname.replace(/^\/v1/, ''));
    const writes = request.method !== 'GET' && !pathname.endsWith('/search');
    const body = request.method === 'GET' ? {} : bodyIn(await text(request));
    if (writes && transactions >= all.transactions)
      throw new Refusal(403, 'quota_exceeded', 'No transaction is left today.');
    const result = operation({ id, query: searchParams, body });
    if (writes) transactions++;
    return result;
  }

  async function outcome(request: IncomingMessage, wait: number | undefined): Promise<Result> {
    try {
      return await answer(request, wait);
    } catch (problem) {
      if (!(problem instanceof Refusal)) return { status: 500, body: parts.errorBody('broken', 'Something broke.') };
      return { status: problem.status, body: parts.errorBody(problem.code, problem.message, problem.retryAfter) };
    }
  }

  function bodyIn(sent: string): Record<string, unknown> {
    try {
      return parts.parse(sent) as Record<string, unknown>;
    } catch (problem) {
      if (problem instanceof SyntaxError) throw new Refusal(400, 'not_json', 'The body is not JSON.');
      throw problem;
    }
  }

  function find(method: string, path: string): { operation: (input: Input) => Result; id: string } {
    const exact = operations[`${method} ${path}`];
    if (exact !== undefined) return { operation: exact, id: '' };
    const [, folder = '', id = '', rest = ''] = /^\/([a-z]+)\/([^/]+)(\/memories)?$/.exec(path) ?? [];
    const operation = operations[`${method} /${folder}/:id${rest}`];
    if (operation === undefined) throw new Refusal(404, 'no_such_path', `${method} ${path} is nothing here.`);
    return { operation, id: decodeURIComponent(id) };
  }

  const server = createServer((request, response) => {
    requests++;
    const { wait, ...rate } = takeRate();
    void outcome(request, wait).then(({ status, body }) =>
      response
        .writeHead(status, { 'Content-Type': 'application/json', ...parts.rateHeaders(rate) })
        .end(JSON.stringify(body)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    token,
    clock,
    kept,
    transactions: () => transactions,
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
