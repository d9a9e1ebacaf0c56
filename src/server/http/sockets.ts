import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { peerAddress, clientAddress } from './client-address.ts';

/** The open connections. */
export interface Sockets {
  /**
   * Resolves once all requests that arrived completely on a connection are answered. The result is false if the
   * response to an incomplete request has begun, otherwise true.
   */
  answered(socket: Socket): Promise<boolean>;
  /** Closes each connection once its running requests are answered. */
  endAfterAnswers(): void;
}

interface SocketLimits {
  maxPerSender: number;
  /**
   * If true, the sender is the client that the proxy names. A connection counts for a client while it carries one of
   * the client's requests.
   */
  behindProxy: boolean;
}

/**
 * Limits the connections of each sender. If a new connection is one too many, closes the sender's oldest connection
 * without a running request, or the new connection if all others are busy. So a sender that only keeps connections open
 * blocks nobody else.
 */
export function watchSockets(server: Server, { maxPerSender, behindProxy }: SocketLimits): Sockets {
  const bySender = new Map<string, Set<Socket>>();
  const senders = new Map<Socket, string>();
  /** The open connections, each with its running responses. */
  const open = new Map<Socket, Set<ServerResponse>>();
  const answersOf = (socket: Socket) => open.get(socket) ?? new Set<ServerResponse>();

  function leave(socket: Socket): void {
    const sender = senders.get(socket);
    if (sender === undefined) return;
    senders.delete(socket);
    const remaining = bySender.get(sender)!;
    remaining.delete(socket);
    if (remaining.size === 0) bySender.delete(sender);
  }

  function enter(socket: Socket, sender: string): void {
    leave(socket);
    const others = bySender.get(sender) ?? new Set();
    bySender.set(sender, others);
    if (others.size >= maxPerSender) ([...others].find((other) => answersOf(other).size === 0) ?? socket).destroy();
    others.add(socket);
    senders.set(socket, sender);
  }

  server.on('connection', (socket) => {
    open.set(socket, new Set());
    if (!behindProxy) enter(socket, peerAddress(socket));
    socket.once('close', () => {
      leave(socket);
      open.delete(socket);
    });
  });

  server.on('request', (incoming, response) => {
    const { socket } = incoming;
    if (behindProxy) enter(socket, clientAddress(incoming, behindProxy));
    const answers = answersOf(socket).add(response);
    response.once('close', () => {
      answers.delete(response);
      if (behindProxy && answers.size === 0) leave(socket);
    });
  });

  return {
    endAfterAnswers() {
      for (const response of [...open.values()].flatMap((answers) => [...answers])) response.shouldKeepAlive = false;
    },
    async answered(socket) {
      const whole = [...answersOf(socket)].filter(({ req }) => req.complete);
      await Promise.all(whole.map((response) => new Promise((resolve) => response.once('close', resolve))));
      return [...answersOf(socket)].every(({ headersSent }) => !headersSent);
    },
  };
}
