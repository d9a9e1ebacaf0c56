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
import type { Sql, SqlDatabase, SqlValue, TransactionKind } from '../../service/ports/sql.ts';
import { ConnectionLost, faultOf, RunAgain, unreachableNow } from './faults.ts';
import { hasPgvector } from './pgvector.ts';
import { withoutIdleTimeout, closeWhenIdle, streamOf } from './idle-timeout.ts';
import { nameOf } from './statements.ts';

/** How often PostgreSQL may ask for a transaction to be run again. */
const mostRuns = 10;

const parsers = new TypeOverrides();
parsers.setTypeParser(types.builtins.INT8, Number);

/** What every pool is made with: statements are sent without waiting for the answer to the one before. */
export const pooling: PoolConfig = { types: parsers, pipeline: true };

/** A database behind a pool of connections. `silentMs`: the longest that one of them may be silent while an answer is due, where it may fall silent. */
export async function pooled(
  pool: Pool,
  kind: string,
  end: () => Promise<void>,
  silentMs?: number,
): Promise<SqlDatabase> {
  // A connection that is lost while nothing is asked of it is replaced by the next one.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    if (silentMs !== undefined) closeWhenIdle(client, silentMs);
  });
  const sql: Sql = {
    query: (statement, values) => lent(pool, async (client) => (await ask<never>(client, statement, values)).rows),
  };
  const [{ version } = { version: '' }] = await sql.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  );
  return {
    ...sql,
    name: `${kind} ${version}`,
    pgvector: await hasPgvector(sql),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    transaction: (kind, work) => repeated(() => lent(pool, (client) => transact(client, kind, work))),
    close: end,
  };
}

/** Gives `work` a connection of its own. */
async function lent<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((cause: unknown) => {
    const fault = faultOf(cause);
    throw fault instanceof StorageFull ? fault : new StoreUnavailable(unreachableNow, { cause });
  });
  let lost = false;
  try {
    return await work(client);
  } catch (error) {
    lost = error instanceof Error && [error, error.cause].some((one) => one instanceof ConnectionLost);
    throw error;
  } finally {
    client.release(lost);
  }
}

function ask<Row extends object>(
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
    throw faultOf(error);
  }
}

/** Sends an end that needs no waiting for: whoever has the connection next comes after it. Where it fails, nobody may have it, since a transaction may still be open. */
function send(client: ClientBase, end: 'commit' | 'rollback'): void {
  run(client, { text: end }).catch(() => streamOf(client).destroy());
}

async function transact<T>(client: ClientBase, kind: TransactionKind, work: (sql: Sql) => Promise<T>): Promise<T> {
  const begun = begin(client, kind);
  begun.catch(() => {});
  // Without BEGIN each statement would stand for itself. A read may find that out together with its first answer; what writes waits.
  const sql: Sql = {
    query: async (statement, values) => (await Promise.all([ask<never>(client, statement, values), begun]))[0].rows,
  };
  let answer: T;
  try {
    if (kind !== 'read') await begun;
    answer = await (kind === 'long write' ? withoutIdleTimeout(client, () => work(sql)) : work(sql));
  } catch (error) {
    send(client, 'rollback');
    throw error;
  }
  if (kind === 'read') send(client, 'commit');
  else await commit(client);
  return answer;
}

async function begin(client: ClientBase, kind: TransactionKind): Promise<void> {
  await run(client, { text: kind === 'read' ? 'begin isolation level repeatable read read only' : 'begin' });
  if (kind === 'long write') await run(client, { text: 'set local statement_timeout = 0' });
}

/** @throws StoreUnavailable where it can't be known whether all was kept. */
async function commit(client: ClientBase): Promise<void> {
  const { command } = await run(client, { text: 'commit' }).catch((error: unknown) => {
    throw error instanceof ConnectionLost
      ? new StoreUnavailable('The connection was lost during commit: the write may or may not be saved', {
          cause: error,
        })
      : error;
  });
  // PostgreSQL answers so where a statement had failed, whatever was made of that.
  if (command === 'ROLLBACK') throw new Error('A transaction continued after a failed statement: it was rolled back');
}

/** Runs a transaction again where PostgreSQL asks for it, and once where the connection was lost before its end. */
async function repeated<T>(run: () => Promise<T>): Promise<T> {
  let lost = false;
  for (let runs = 1; ; runs++) {
    try {
      return await run();
    } catch (error) {
      if (error instanceof RunAgain && runs === mostRuns) throw new StoreUnavailable(unreachableNow, { cause: error });
      if (!(error instanceof RunAgain || (error instanceof ConnectionLost && !lost))) throw error;
      lost ||= error instanceof ConnectionLost;
      await pause(2 ** runs);
    }
  }
}
