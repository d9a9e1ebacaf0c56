import type { Sql } from '../../service/ports/sql.ts';

/** Whether pgvector is there, after trying to create it: it may be installed and yet not part of this database, and creating it may need more rights than we have. */
export async function hasPgvector(sql: Sql): Promise<boolean> {
  if (await isPart(sql)) return true;
  // Of several processes that create it at the same moment, PostgreSQL lets all but one fail.
  await sql.query('create extension if not exists vector').catch(() => {});
  return isPart(sql);
}

async function isPart(sql: Sql): Promise<boolean> {
  return (await sql.query(`select 1 as found from pg_extension where extname = 'vector'`)).length > 0;
}
