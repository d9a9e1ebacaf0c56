import { Pool, TypeOverrides, types, type PoolClient } from 'pg';
import type { Sql, SqlDatabase, SqlValue } from '../../service/ports/sql.ts';
import { hasPgvector } from './pgvector.ts';

/** A PostgreSQL that is reached over the network; `url` as `DATABASE_URL` holds it. */
export async function postgres(url: string): Promise<SqlDatabase> {
  const parsers = new TypeOverrides();
  parsers.setTypeParser(types.builtins.INT8, Number);
  const pool = new Pool({ connectionString: url, types: parsers });
  // A connection that is lost while nothing is asked of it is replaced by the next one.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const sql = sqlOver(pool);
  const [{ version } = { version: '' }] = await sql.query<{ version: string }>(`select current_setting('server_version') as version`);
  return {
    ...sql,
    name: `PostgreSQL ${version}`,
    pgvector: await hasPgvector(sql),
    async transaction(kind, work) {
      const client = await pool.connect();
      try {
        await client.query(kind === 'read' ? 'begin isolation level repeatable read read only' : 'begin');
        const answer = await work(sqlOver(client));
        await client.query('commit');
        client.release();
        return answer;
      } catch (error) {
        await client.query('rollback').then(() => client.release(), (fault: Error) => client.release(fault));
        throw error;
      }
    },
    close: () => pool.end(),
  };
}

const sqlOver = (connection: Pool | PoolClient): Sql => ({
  query: async <Row extends object>(statement: string, values: readonly SqlValue[] = []) => (await connection.query<Row>(statement, [...values])).rows,
});
