import { Pool } from 'pg';
import type { SqlDatabase } from '../../service/ports/sql.ts';
import { openingFault } from './faults.ts';
import { GatheringSocket } from './gathering-socket.ts';
import { pooled, pooling } from './pooled.ts';

export interface PostgresOptions {
  /** Connections at most; a statement or transaction more waits for one. */
  connections?: number;
  /** How long to wait for a connection, free or new. */
  connectMs?: number;
  /** The longest that one statement may take. */
  statementMs?: number;
  /** The longest that nothing at all may come while an answer is due: whoever waits is then told that the connection is lost. More than `statementMs`. */
  silentMs?: number;
}

/**
 * A PostgreSQL that is reached over the network; `url` as `DATABASE_URL` holds it. It must let prepared statements live as long as a connection.
 * @throws StoreUnavailable with the reason, where it can't be reached.
 */
export async function postgres(
  url: string,
  { connections = 10, connectMs = 5_000, statementMs = 30_000, silentMs = statementMs + 5_000 }: PostgresOptions = {},
): Promise<SqlDatabase> {
  const pool = new Pool({
    ...pooling,
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    // Whoever stops in the middle of a transaction must not hold up others for ever.
    idle_in_transaction_session_timeout: 2 * statementMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    stream: () => new GatheringSocket(),
    application_name: 'commonplace',
  });
  return pooled(pool, 'PostgreSQL', () => pool.end(), silentMs).catch(async (error: unknown) => {
    await pool.end();
    throw openingFault(`The database at ${placeOf(url)} can't be reached`, error);
  });
}

/** Without the password. */
function placeOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'DATABASE_URL';
}
