import {
  TypeOverrides,
  types,
  type ClientBase,
  type Pool,
  type PoolClient,
  type PoolConfig,
  type QueryConfig,
  type QueryResult,
} from 'pg';
import { pause } from '../../lib/timing.ts';
import { StorageFull, StoreUnavailable } from '../../service/ports/failures.ts';
import type { Sql, SqlDatabase, SqlValue, TransactionKind, TransactionSql } from '../../service/ports/sql.ts';
import { ConnectionLost, isRefusedAfterFailure, translateError, RetryTransaction, unreachableNow } from './errors.ts';
import { withoutIdleTimeout, closeWhenIdle, streamOf } from './idle-timeout.ts';
import { nameOf } from './statements.ts';

const maxAttempts = 10;

const parsers = new TypeOverrides();
parsers.setTypeParser(types.builtins.INT8, Number);

/** Statements are sent without waiting for the previous response. */
export const poolOptions: PoolConfig = { types: parsers, pipeline: true };

/**
 * A database over a pool of connections. `responseTimeoutMs`: the longest silence while a response is due; undefined if
 * the connection can't fall silent.
 */
export async function poolDatabase(
  pool: Pool,
  kind: string,
  end: () => Promise<void>,
  responseTimeoutMs?: number,
): Promise<SqlDatabase> {
  // Nothing to do: the pool replaces a connection that is lost while idle.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    if (responseTimeoutMs !== undefined) closeWhenIdle(client, responseTimeoutMs);
  });
  const sql: Sql = {
    query: (statement, values) =>
      withConnection(pool, async (client) => (await execute<never>(client, statement, values)).rows),
  };
  const [{ version } = { version: '' }] = await sql.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  );
  return {
    ...sql,
    name: `${kind} ${version}`,
    pgvector: await enablePgvector(sql),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    transaction: (kind, work) => withRetries(() => withConnection(pool, (client) => transact(client, kind, work))),
    close: end,
  };
}

async function withConnection<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((cause: unknown) => {
    const error = translateError(cause);
    throw error instanceof StorageFull ? error : new StoreUnavailable(unreachableNow, { cause });
  });
  let lost = false;
  try {
    return await work(client);
  } catch (error) {
    lost = error instanceof Error && [error, error.cause].some((candidate) => candidate instanceof ConnectionLost);
    throw error;
  } finally {
    client.release(lost);
  }
}

function execute<Row extends object>(
  client: ClientBase,
  statement: string,
  values: readonly SqlValue[] = [],
): Promise<QueryResult<Row>> {
  const name = nameOf(statement);
  return run<Row>(client, { text: statement, values: [...values], ...(name !== undefined && { name }) });
}

async function run<Row extends object>(client: ClientBase, query: QueryConfig): Promise<QueryResult<Row>> {
  try {
    return await client.query<Row>(query);
  } catch (error) {
    throw translateError(error);
  }
}

/**
 * Sends the end of a transaction without waiting for the response: the connection runs its statements in order. If the
 * end fails, destroys the connection, since its transaction may still be open.
 */
function sendEnd(client: ClientBase, end: 'commit' | 'rollback'): void {
  run(client, { text: end }).catch(() => streamOf(client).destroy());
}

const continued = 'A transaction continued after a failed statement: it was rolled back';

async function transact<T>(
  client: ClientBase,
  kind: TransactionKind,
  work: (sql: TransactionSql) => Promise<T>,
): Promise<T> {
  let hasBegun = false;
  const begun = begin(client, kind).then(() => void (hasBegun = true));
  begun.catch(() => {});
  /** The errors of all statements. The first is the reason for the others. */
  const errors: unknown[] = [];
  /** The errors of statements passed to `send`, for which nobody waits. */
  const unseen: unknown[] = [];
  let lastSent: Promise<unknown> = begun;
  // In a write, a statement that changes rows waits for the response to BEGIN: if BEGIN failed, the change would be
  // committed separately. A `select` needn't wait, since `query` rejects if BEGIN failed. After a `send`, a `select`
  // waits too, so that it can't overtake the sent statement. In a long write, every statement waits until the time
  // limit is off.
  const mustWait = (statement: string) =>
    kind === 'long write' || (kind !== 'read' && (lastSent !== begun || !statement.startsWith('select ')));
  const sql: TransactionSql = {
    async query(statement, values) {
      try {
        if (!hasBegun && mustWait(statement)) await begun;
        return (await Promise.all([execute<never>(client, statement, values), begun]))[0].rows;
      } catch (error) {
        errors.push(error);
        throw isRefusedAfterFailure(error) ? errors[0] : error;
      }
    },
    send(statement, values) {
      lastSent = sql.query(statement, values).catch((error: unknown) => unseen.push(error));
    },
  };
  let result: T;
  try {
    result = await (kind === 'long write' ? withoutIdleTimeout(client, () => work(sql)) : work(sql));
  } catch (error) {
    sendEnd(client, 'rollback');
    throw error;
  }
  if (kind === 'read') sendEnd(client, 'commit');
  else {
    if (!hasBegun) await begun;
    const isCommitted = await commit(client);
    await lastSent;
    if (unseen.length > 0) throw unseen[0];
    if (!isCommitted) throw new Error(continued, { cause: errors[0] });
  }
  return result;
}

async function begin(client: ClientBase, kind: TransactionKind): Promise<void> {
  const begun = run(client, { text: kind === 'read' ? 'begin isolation level repeatable read read only' : 'begin' });
  // Sent at once. If BEGIN failed, this changes nothing.
  const relaxed = kind === 'relaxed write' && run(client, { text: 'set local synchronous_commit = off' });
  await Promise.all([begun, relaxed]);
  if (kind === 'long write') await run(client, { text: 'set local statement_timeout = 0' });
}

/**
 * Returns false if PostgreSQL rolled back, since an earlier statement failed.
 * @throws StoreUnavailable if the commit may or may not have happened
 */
async function commit(client: ClientBase): Promise<boolean> {
  const { command } = await run(client, { text: 'commit' }).catch((error: unknown) => {
    throw error instanceof ConnectionLost
      ? new StoreUnavailable('The connection was lost during commit: the write may or may not be saved', {
          cause: error,
        })
      : error;
  });
  return command !== 'ROLLBACK';
}

/** Retries a transaction when PostgreSQL asks for a retry, and once if the connection was lost before the commit. */
async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  let lost = false;
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (error instanceof RetryTransaction && attempt === maxAttempts)
        throw new StoreUnavailable(unreachableNow, { cause: error });
      if (!(error instanceof RetryTransaction || (error instanceof ConnectionLost && !lost))) throw error;
      lost ||= error instanceof ConnectionLost;
      await pause(2 ** attempt);
    }
  }
}

async function enablePgvector(sql: Sql): Promise<boolean> {
  if (await isPgvectorEnabled(sql)) return true;
  // If several processes create the extension at the same moment, all but one fail.
  await sql.query('create extension if not exists vector').catch(() => {});
  return isPgvectorEnabled(sql);
}

async function isPgvectorEnabled(sql: Sql): Promise<boolean> {
  return (await sql.query(`select 1 as found from pg_extension where extname = 'vector'`)).length > 0;
}
