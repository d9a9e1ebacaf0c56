import type { Sql } from '../service/ports/sql.ts';
import { PlainFault } from './plain-fault.ts';

const oldestMajor = 15;

/** @throws PlainFault for a PostgreSQL that is too old, or a database that can't hold every text. */
export async function requirePostgres(sql: Sql): Promise<void> {
  const [row] = await sql.query<{ number: string; encoding: string }>(
    `select current_setting('server_version_num') as number, current_setting('server_encoding') as encoding`,
  );
  const major = Math.floor(Number(row?.number) / 10_000);
  if (major < oldestMajor)
    throw new PlainFault(`The database is PostgreSQL ${major}. Commonplace needs ${oldestMajor} or newer.`);
  if (row?.encoding !== 'UTF8')
    throw new PlainFault(
      `The database encoding is ${row?.encoding}. Commonplace needs one created with \`create database NAME encoding 'UTF8' template template0\`.`,
    );
}
