import type { Sql } from '../../service/ports/sql.ts';

/** So much of the log is read again after a crash, at most: a second or so. */
const mostLogBytes = 32 * 1024 * 1024;

/** PostgreSQL's own rules for when a table has changed enough (autovacuum_vacuum_scale_factor and the like). */
const changedTables = `select quote_ident(s.relname) as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.n_dead_tup > 50 + 0.2 * greatest(0, c.reltuples) or s.n_mod_since_analyze > 50 + 0.1 * greatest(0, c.reltuples)`;

/** Brings what was written without waiting for the disk there, by a record that is waited for. */
const flush = `select pg_logical_emit_message(false, 'commonplace', '', true) where pg_current_wal_insert_lsn() > pg_current_wal_flush_lsn()`;

/**
 * Does for PGlite what PostgreSQL's own processes do, which it has not: bring to the disk what no commit waited for (rate windows), checkpoints, without which the log grows for ever,
 * and vacuums, without which tables grow with every change and the planner knows nothing of them. One piece at a time, so that others come between.
 * Throws the first of what failed, once all was tried.
 */
export async function keepUp(sql: Sql): Promise<void> {
  const faults: unknown[] = [];
  await sql.query(flush).catch((fault: unknown) => faults.push(fault));
  // One table that can't be vacuumed keeps nothing else from its turn.
  for (const { name } of await sql.query<{ name: string }>(changedTables))
    await sql.query(`vacuum (analyze) ${name}`).catch((fault: unknown) => faults.push(fault));
  // After the vacuums, which fill the log too.
  const [log] = await sql.query<{ bytes: number }>(
    'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::bigint as bytes from pg_control_checkpoint()',
  );
  if (log!.bytes > mostLogBytes) await sql.query('checkpoint');
  if (faults.length > 0) throw faults[0];
}
