import { PGlite, types, type Transaction } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import type { Sql, SqlDatabase, SqlValue } from '../../service/ports/sql.ts';
import { hasPgvector } from './pgvector.ts';

/** PostgreSQL in this process, kept in a folder, or without one only in memory. One connection: whoever uses it waits for the others. */
export async function pglite(folder?: string): Promise<SqlDatabase> {
  const database = await PGlite.create({ ...(folder !== undefined && { dataDir: folder }), extensions: { vector }, parsers: { [types.INT8]: Number } });
  const sql = sqlOver(database);
  const [{ version } = { version: '' }] = await sql.query<{ version: string }>(`select current_setting('server_version') as version`);
  return {
    ...sql,
    name: `PGlite with PostgreSQL ${version}`,
    pgvector: await hasPgvector(sql),
    transaction: (kind, work) =>
      database.transaction(async (transaction) => {
        if (kind === 'read') await transaction.query('set transaction isolation level repeatable read read only');
        return work(sqlOver(transaction));
      }),
    close: () => database.close(),
  };
}

const sqlOver = (connection: PGlite | Transaction): Sql => ({
  query: async <Row extends object>(statement: string, values: readonly SqlValue[] = []) => (await connection.query<Row>(statement, [...values])).rows,
});
