import { Pool } from 'pg';
import type { SqlDatabase } from '../../../src/service/ports/sql.ts';
import { poolDatabase, poolOptions } from '../../../src/server/database/pool-database.ts';
import { Thread } from '../../../src/server/database/thread.ts';
import { Wire } from '../../../src/server/database/wire.ts';
import { newPgliteFolder } from '../../../scripts/postgres/pglite-folder.ts';

type Template = 'empty' | 'migrated';

const idle: Record<Template, Thread[]> = { empty: [], migrated: [] };

const cleanup: Record<Template, string[]> = {
  empty: ['drop schema public cascade', 'create schema public', 'create extension vector'],
  migrated: [
    `do $$ begin execute (
    select 'truncate ' || string_agg(quote_ident(tablename), ', ') from pg_tables
    where schemaname = 'public' and tablename <> 'migrations'
  ); end $$`,
  ],
};

/**
 * A PGlite with a new session, without tables (`empty`) or with empty ones (`migrated`). Opening PGlite takes a second,
 * so an instance that an earlier test has closed is reused. Not for tests that damage the database or change anything
 * outside its schema `public`.
 */
export async function sharedPglite(template: Template): Promise<SqlDatabase> {
  const reused = idle[template].pop();
  const thread = reused ?? new Thread(newPgliteFolder(template).folder);
  // As in src/server/database/pglite.ts.
  const pool = new Pool({
    ...poolOptions,
    max: 1,
    idleTimeoutMillis: 0,
    user: 'postgres',
    database: 'postgres',
    password: '',
    ssl: false,
    stream: () => new Wire(thread),
  });
  const database = await poolDatabase(pool, 'PGlite with PostgreSQL', async () => {
    // Waits for the response to an unawaited commit or rollback. Otherwise the next session would receive it.
    await pool.query('select 1').catch(() => {});
    await pool.end();
    if (thread.alive) idle[template].push(thread);
  });
  if (reused) for (const statement of cleanup[template]) await database.query(statement);
  return database;
}
