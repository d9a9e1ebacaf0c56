import { Socket } from 'node:net';
import { Pool } from 'pg';
import type { SqlDatabase } from '../../service/ports/sql.ts';
import { openingError } from './errors.ts';
import { poolDatabase, poolOptions } from './pool-database.ts';

export interface PostgresOptions {
  /** The maximum number of connections. Further statements and transactions wait for a free connection. */
  connections?: number;
  connectMs?: number;
  /** How long one statement may take, except in a long write. */
  statementMs?: number;
  /**
   * After this much silence while a response is due, the connection counts as lost, except in a long write. Must be
   * more than `statementMs`.
   */
  responseTimeoutMs?: number;
}

/**
 * Connects to PostgreSQL. A connection pooler between this process and the database must keep prepared statements for
 * as long as a connection lasts.
 * @throws StoreUnavailable with the reason if the database can't be reached
 */
export async function postgres(
  url: string,
  {
    connections = 10,
    connectMs = 5_000,
    statementMs = 30_000,
    responseTimeoutMs = statementMs + 5_000,
  }: PostgresOptions = {},
): Promise<SqlDatabase> {
  const pool = new Pool({
    ...poolOptions,
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    // A client that stops in the middle of a transaction must not block others forever.
    idle_in_transaction_session_timeout: 2 * statementMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    stream: () => new GatheringSocket(),
    application_name: 'commonplace',
  });
  return poolDatabase(pool, 'PostgreSQL', () => pool.end(), responseTimeoutMs).catch(async (error: unknown) => {
    await pool.end();
    throw openingError(`The database at ${hostOf(url)} can't be reached`, error);
  });
}

/** The host and port in a URL, for messages. The rest of the URL may contain the password. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'DATABASE_URL';
}

/** Sends together what is written in one turn of the event loop: a statement leaves in the same packet as its BEGIN. */
export class GatheringSocket extends Socket {
  #gathering = false;

  override cork(): void {
    if (!this.#gathering) {
      this.#gathering = true;
      super.cork();
      process.nextTick(() => {
        this.#gathering = false;
        super.uncork();
      });
    }
    super.cork();
  }
}
