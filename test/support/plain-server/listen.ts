import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { PlainCore } from './core.ts';

export interface Listening {
  /** Ends in /v1. */
  url: string;
  requests(): number;
  close(): Promise<void>;
}

/** Serves `respond` over HTTP on 127.0.0.1. */
export async function listen(respond: PlainCore['respond']): Promise<Listening> {
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
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
