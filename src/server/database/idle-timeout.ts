import type { Socket } from 'node:net';
import type { ClientBase } from 'pg';

/** What pg's types don't tell of: what it ends a connection by, and whether all answers have come. */
interface Inside {
  connection: { stream: Socket };
  readyForQuery: boolean;
}

const inside = (client: ClientBase) => client as ClientBase & Inside;

export const streamOf = (client: ClientBase): Socket => inside(client).connection.stream;

const bearing = new WeakSet<ClientBase>();

/** Ends a connection once nothing has come for `ms` while an answer is due: the other side, which would have ended a long statement, is gone or can't be heard. */
export function closeWhenIdle(client: ClientBase, ms: number): void {
  const stream = streamOf(client);
  stream.setTimeout(ms);
  stream.on('timeout', () => {
    if (!inside(client).readyForQuery && !bearing.has(client))
      stream.destroy(new Error(`The connection was silent for ${ms} ms while a response was due`));
    // Node's own timer, once it has rung, does not ring again.
    else stream.setTimeout(ms);
  });
}

/** Lets the answers within `work` take any time. */
export async function withoutIdleTimeout<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  bearing.add(client);
  try {
    return await work();
  } finally {
    bearing.delete(client);
  }
}
