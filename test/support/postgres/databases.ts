import type { SqlDatabase } from '../../../src/service/ports/sql.ts';
import { pglite } from '../../../src/server/database/pglite.ts';
import { postgres } from '../../../src/server/database/postgres.ts';
import { newDatabase } from './database.ts';
import { newPgliteFolder } from '../../../scripts/postgres/pglite-folder.ts';

/** A new, empty database of PostgreSQL, of the shared one or of that at `cluster`. */
export async function postgresDatabase(cluster?: string): Promise<SqlDatabase> {
  const { url, drop } = await newDatabase(cluster);
  const database = await postgres(url);
  return { ...database, close: () => database.close().then(drop) };
}

/** A new, empty database of PGlite. */
export async function pgliteDatabase(): Promise<SqlDatabase> {
  const { folder, remove } = newPgliteFolder();
  const database = await pglite(folder);
  return { ...database, close: () => database.close().then(remove) };
}

/** Every database that the server runs on, each time new and empty. */
export const databases: Array<[name: string, make: () => Promise<SqlDatabase>]> = [
  ['PGlite', pgliteDatabase],
  ['PostgreSQL', () => postgresDatabase()],
];
