import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { connectedFrom } from './senders.ts';

/** What is known of the connections that are open. */
export interface Sockets {
  /** Resolves once the requests of a connection that came whole are answered; false where an answer to one that did not has begun. */
  answered(socket: Socket): Promise<boolean>;
  /** Each connection is closed once its requests under way are answered. */
  endAfterAnswers(): void;
}

/**
 * Lets each sender have so many connections. One more takes the place of the one that has been open longest without a request under way:
 * so whoever only holds connections open pushes out nobody but himself.
 */
export function watchSockets(server: Server, mostPerSender: number): Sockets {
  const bySender = new Map<string, Set<Socket>>();
  const open = new WeakMap<Socket, Set<ServerResponse>>();
  const answersOf = (socket: Socket) => open.get(socket) ?? new Set<ServerResponse>();

  server.on('connection', (socket) => {
    const sender = connectedFrom(socket);
    const others = bySender.get(sender) ?? new Set();
    bySender.set(sender, others);
    if (others.size >= mostPerSender) ([...others].find((other) => answersOf(other).size === 0) ?? socket).destroy();
    others.add(socket);
    open.set(socket, new Set());
    socket.once('close', () => {
      others.delete(socket);
      if (others.size === 0) bySender.delete(sender);
    });
  });

  server.on('request', ({ socket }, response) => {
    const answers = answersOf(socket).add(response);
    response.once('close', () => answers.delete(response));
  });

  return {
    endAfterAnswers() {
      for (const socket of [...bySender.values()].flatMap((sockets) => [...sockets])) {
        for (const response of answersOf(socket)) response.shouldKeepAlive = false;
      }
    },
    async answered(socket) {
      const whole = [...answersOf(socket)].filter(({ req }) => req.complete);
      await Promise.all(whole.map((response) => new Promise((resolve) => response.once('close', resolve))));
      return [...answersOf(socket)].every(({ headersSent }) => !headersSent);
    },
  };
}
