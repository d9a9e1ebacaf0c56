import type { Sql } from '../service/ports/sql.ts';
import { PlainFault } from './plain-fault.ts';

const oldestMajor = 15;

/** @throws PlainFault for a PostgreSQL that is too old. */
export async function requirePostgres(sql: Sql): Promise<void> {
  const [row] = await sql.query<{ number: string }>(`select current_setting('server_version_num') as number`);
  const major = Math.floor(Number(row?.number) / 10_000);
  if (major < oldestMajor) throw new PlainFault(`The database is PostgreSQL ${major}: Commonplace needs ${oldestMajor} or newer.`);
}
