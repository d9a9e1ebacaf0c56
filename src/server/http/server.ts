import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Service } from '../../service/app.ts';
import { bodyBytesOf, operationNames, operations, versionPrefix } from '../../v1/operations.ts';
import type { Log } from '../log.ts';
import type { HttpApp } from './app.ts';
import type { HostCheck } from './hosts.ts';
import { requestSizes, type HttpLimits } from './limits.ts';
import { answerParserErrors } from './parser-errors.ts';
import { validateRequest } from './validate-request.ts';
import { watchSockets } from './sockets.ts';

/** The largest body, in bytes, that any operation at this URL accepts; for an unknown URL, the smallest limit. */
function largestBodyAt(url = ''): number {
  const [path] = url.split('?');
  const here = operationNames.filter((name) => versionPrefix + operations[name].path === path);
  return Math.max(...(here.length > 0 ? here : (['createMemory'] as const)).map(bodyBytesOf));
}

interface HttpParts {
  app: Hono<HttpApp>;
  service: Service;
  isAllowedHost: HostCheck;
  behindProxy: boolean;
  limits: HttpLimits;
  log: Log;
}

export interface HttpServer {
  /** Resolves with the port, a free one if `port` is 0. */
  listen(port: number, host: string): Promise<number>;
  /** Accepts no more connections. Resolves when running requests are answered or have taken too long. */
  drain(): Promise<void>;
}

/**
 * Creates a server that answers bad requests with the error body of the contract, including those that Node rejects.
 */
export function createHttpServer({ app, service, isAllowedHost, behindProxy, limits, log }: HttpParts): HttpServer {
  const server = createServer({
    connectionsCheckingInterval: limits.checkMs,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    // The limit of the parser. ./validate-request has finer ones with better messages.
    maxHeaderSize: requestSizes.headerBytes + 2 * requestSizes.urlBytes,
    requireHostHeader: false,
  });
  // 0: no limit. Beyond a limit, Node would silently drop fields. ./validate-request counts the fields.
  server.maxHeadersCount = 0;
  server.setTimeout(limits.stallTimeoutMs);
  const sockets = watchSockets(server, { maxPerSender: limits.socketsPerSender, behindProxy });
  answerParserErrors(server, service, sockets, log);
  const listener = getRequestListener(app.fetch);
  server.on('request', (incoming, outgoing) => {
    // `sockets` closed this connection because its sender had too many.
    if (incoming.socket.destroyed) return;
    if (!server.listening) outgoing.shouldKeepAlive = false;
    validateRequest(incoming, isAllowedHost);
    void listener(incoming, outgoing);
  });
  // A client that declares too large a body and waits for `100 Continue` is refused before it sends the body.
  server.on('checkContinue', (incoming, outgoing) => {
    if (Number(incoming.headers['content-length'] ?? 0) <= largestBodyAt(incoming.url)) outgoing.writeContinue();
    server.emit('request', incoming, outgoing);
  });
  server.on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing));
  return {
    listen: (port, host) => listen(server, port, host),
    async drain() {
      const closed = new Promise((resolve) => server.close(resolve));
      sockets.endAfterAnswers();
      const forceClose = setTimeout(() => server.closeAllConnections(), limits.drainMs);
      await closed;
      clearTimeout(forceClose);
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
