import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { skippingClock, type HostClock } from '../../../conformance/host.ts';
import type { Choices } from './choices.ts';
import { plainCore } from './core.ts';
import type { Kept, Parts } from './memories.ts';

export type { Choices } from './choices.ts';
export type { Kept, Memory, Parts } from './memories.ts';

export interface PlainServer {
  /** Ends in /v1. */
  url: string;
  token: string;
  /** The server's clock, which cases in this process can advance. */
  clock: HostClock;
  kept: Kept;
  /** Number of successful writes. */
  transactions(): number;
  /** Number of requests received. */
  requests(): number;
  close(): Promise<void>;
}

/** A second v1 server with only the eight operations of the source document, over HTTP. */
export async function startPlainServer(
  choices: Partial<Choices> = {},
  wrong: Partial<Parts> = {},
): Promise<PlainServer> {
  const token = randomBytes(16).toString('hex');
  const clock = skippingClock();
  const { kept, transactions, respond } = plainCore(token, clock, choices, wrong);
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    void answerTo(request, response);
  });

  async function answerTo(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const answer = respond({ method, path: url, authorization: headers.authorization, body: await text(request) });
    response
      .writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers })
      .end(JSON.stringify(answer.body));
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    token,
    clock,
    kept,
    transactions,
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
