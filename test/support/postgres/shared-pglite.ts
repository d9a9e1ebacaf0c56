import { Pool } from 'pg';
import type { SqlDatabase } from '../../../src/service/ports/sql.ts';
import { pooled, pooling } from '../../../src/server/database/pooled.ts';
import { Thread } from '../../../src/server/database/thread.ts';
import { Wire } from '../../../src/server/database/wire.ts';
import { newPgliteFolder } from '../../../scripts/postgres/pglite-folder.ts';

type Template = 'empty' | 'migrated';

/** PGlites of this process that no test uses now. */
const idle: Record<Template, Thread[]> = { empty: [], migrated: [] };

const cleaned: Record<Template, string[]> = {
  empty: ['drop schema public cascade', 'create schema public', 'create extension vector'],
  migrated: [
    `do $$ begin execute (
    select 'truncate ' || string_agg(quote_ident(tablename), ', ') from pg_tables
    where schemaname = 'public' and tablename <> 'migrations'
  ); end $$`,
  ],
};

/**
 * An empty database of PGlite with a session of its own. Opening one takes a second, so this is one that an earlier test of the file has closed, if there is any.
 * Not for tests that damage the database, or change more than what its schema `public` holds.
 */
export async function sharedPglite(template: Template): Promise<SqlDatabase> {
  const used = idle[template].pop();
  const thread = used ?? new Thread(newPgliteFolder(template).folder);
  // As src/server/database/pglite.ts has it.
  const pool = new Pool({
    ...pooling,
    max: 1,
    idleTimeoutMillis: 0,
    user: 'postgres',
    database: 'postgres',
    password: '',
    ssl: false,
    stream: () => new Wire(thread),
  });
  const database = await pooled(pool, 'PGlite with PostgreSQL', async () => {
    // The next session must not hear the answer to an end that nobody waits for.
    await pool.query('select 1').catch(() => {});
    await pool.end();
    if (thread.alive) idle[template].push(thread);
  });
  if (used) for (const statement of cleaned[template]) await database.query(statement);
  return database;
}
