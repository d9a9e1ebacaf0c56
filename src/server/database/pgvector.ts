import type { Sql } from '../../service/ports/sql.ts';

/** Whether pgvector is there, after trying to create it: it may be installed and yet not part of this database, and creating it may need more rights than we have. */
export async function hasPgvector(sql: Sql): Promise<boolean> {
  const [available] = await sql.query(`select 1 as found from pg_available_extensions where name = 'vector'`);
  if (available === undefined) return false;
  try {
    await sql.query('create extension if not exists vector');
    return true;
  } catch {
    return false;
  }
}
