import type { Sql } from '../../service/ports/sql.ts';

/** A checkpoint is due beyond this much WAL, which takes about a second to replay after a crash. */
const maxLogBytes = 32 * 1024 * 1024;

/** The tables that need a vacuum, by the rules of PostgreSQL (autovacuum_vacuum_scale_factor and the like). */
const changedTables = `select quote_ident(s.relname) as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.n_dead_tup > 50 + 0.2 * greatest(0, c.reltuples) or s.n_mod_since_analyze > 50 + 0.1 * greatest(0, c.reltuples)`;

/** Flushes asynchronous commits to disk, with a WAL record that is synchronous. */
const flushCommits = `select pg_logical_emit_message(false, 'commonplace', '', true) where pg_current_wal_insert_lsn() > pg_current_wal_flush_lsn()`;

/**
 * Does the work of PostgreSQL's background processes, which PGlite lacks. Flushes relaxed writes (rate windows, search
 * tables). Runs checkpoints, since otherwise the WAL grows forever. Vacuums tables, since otherwise they grow with
 * every change and the planner has no statistics. Runs one statement at a time, so that requests can run in between.
 * @throws if a statement fails. A failed flush or vacuum doesn't stop the other statements.
 */
export async function runUpkeep(sql: Sql): Promise<void> {
  const errors: unknown[] = [];
  await sql.query(flushCommits).catch((error: unknown) => errors.push(error));
  for (const { name } of await sql.query<{ name: string }>(changedTables))
    await sql.query(`vacuum (analyze) ${name}`).catch((error: unknown) => errors.push(error));
  // After the vacuums, which write WAL too.
  const [log] = await sql.query<{ bytes: number }>(
    'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::bigint as bytes from pg_control_checkpoint()',
  );
  if (log!.bytes > maxLogBytes) await sql.query('checkpoint');
  if (errors.length > 0) throw errors[0];
}
