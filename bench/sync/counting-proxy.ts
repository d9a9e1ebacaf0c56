import { Agent, createServer, request as forward, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface Traffic {
  requests: number;
  /** Bytes in both directions, including headers. */
  bytes: number;
}

export interface CountingProxy {
  origin: string;
  /** The traffic since the last call. */
  traffic(): Traffic;
  close(): Promise<void>;
}

/**
 * Forwards requests to a server on this machine and counts the traffic. A request for which `respondItself` returns
 * true isn't forwarded.
 */
export async function countingProxy(
  upstream: string,
  respondItself: (...args: Parameters<RequestListener>) => boolean = () => false,
): Promise<CountingProxy> {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(upstream);
  let requests = 0;
  const sockets = new Set<Socket>();
  let endedBytes = 0;
  const bytesOf = (socket: Socket) => socket.bytesRead + socket.bytesWritten;
  let reportedBytes = 0;

  const server = createServer((incoming, outgoing) => {
    if (respondItself(incoming, outgoing)) return;
    requests++;
    const { method, url: path, headers } = incoming;
    const passed = forward({ agent, hostname, port, method, path, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      endedBytes += bytesOf(socket);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    traffic() {
      const all = [...sockets].reduce((sum, socket) => sum + bytesOf(socket), endedBytes);
      const since = { requests, bytes: all - reportedBytes };
      [requests, reportedBytes] = [0, all];
      return since;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
        agent.destroy();
      }),
  };
}
