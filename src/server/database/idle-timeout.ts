import type { Socket } from 'node:net';
import type { ClientBase } from 'pg';

/** What pg's types leave out of a client: its socket, and whether all responses have arrived. */
interface Internals {
  connection: { stream: Socket };
  readyForQuery: boolean;
}

const internals = (client: ClientBase) => client as ClientBase & Internals;

/** The socket of a connection. */
export const streamOf = (client: ClientBase): Socket => internals(client).connection.stream;

const exempt = new WeakSet<ClientBase>();

/**
 * Closes a connection after `ms` of silence while a response is due. By then, a reachable server would have cancelled
 * even a long statement.
 */
export function closeWhenIdle(client: ClientBase, ms: number): void {
  const stream = streamOf(client);
  stream.setTimeout(ms);
  stream.on('timeout', () => {
    if (!internals(client).readyForQuery && !exempt.has(client))
      stream.destroy(new Error(`The connection was silent for ${ms} ms while a response was due`));
    // Node's timer fires only once.
    else stream.setTimeout(ms);
  });
}

/** Suspends the timeout of a connection during `work`. */
export async function withoutIdleTimeout<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  exempt.add(client);
  try {
    return await work();
  } finally {
    exempt.delete(client);
  }
}
