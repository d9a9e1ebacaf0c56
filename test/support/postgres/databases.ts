import type { SqlDatabase } from '../../../src/service/ports/sql.ts';
import { pglite } from '../../../src/server/database/pglite.ts';
import { postgres } from '../../../src/server/database/postgres.ts';
import { newDatabase, newMigratedDatabase } from './database.ts';
import { sharedPglite } from './shared-pglite.ts';
import { newPgliteFolder } from '../../../scripts/postgres/pglite-folder.ts';

export async function postgresDatabase(cluster?: string): Promise<SqlDatabase> {
  return openPostgres(await newDatabase(cluster));
}

export const migratedPostgres = async (): Promise<SqlDatabase> => openPostgres(await newMigratedDatabase());

async function openPostgres({ url, drop }: { url: string; drop(): Promise<void> }): Promise<SqlDatabase> {
  const database = await postgres(url);
  return { ...database, close: () => database.close().then(drop) };
}

export async function pgliteDatabase(): Promise<SqlDatabase> {
  const { folder, remove } = newPgliteFolder();
  const database = await pglite(folder);
  return { ...database, close: () => database.close().then(remove) };
}

type Databases = Array<[name: string, make: () => Promise<SqlDatabase>]>;

/** Every kind of database that the server runs on. Each call returns an empty database. */
export const databases: Databases = [
  ['PGlite', () => sharedPglite('empty')],
  ['PostgreSQL', () => postgresDatabase()],
];

/** The same kinds of database, but each with empty tables, for tests that are not about migrations. */
export const migratedDatabases: Databases = [
  ['PGlite', () => sharedPglite('migrated')],
  ['PostgreSQL', migratedPostgres],
];
