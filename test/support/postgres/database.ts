import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

/** The environment variable with the URL of the PostgreSQL that the tests share; set by ./vitest-setup. */
export const clusterVariable = 'COMMONPLACE_TEST_POSTGRES';

/** The database that {@link newMigratedDatabase} copies. It has all tables; only `migrations` has rows. */
export const migratedTemplate = 'migrated';

/** With fsync off, this strategy copies a template faster. */
const copyStrategy = 'strategy file_copy';

interface NewDatabase {
  url: string;
  /** Closes all connections to the database and deletes it. */
  drop(): Promise<void>;
}

/**
 * A new, empty database in the shared PostgreSQL, or in the one at `cluster`. `options`: the options of the SQL
 * statement that creates it.
 */
export async function newDatabase(cluster = clusterUrl(), options = copyStrategy): Promise<NewDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = await createDatabase(cluster, name, options);
  return { url, drop: () => runOnCluster(cluster, `drop database ${name} with (force)`) };
}

/** A new database with empty tables, for tests that are not about migrations. */
export const newMigratedDatabase = (): Promise<NewDatabase> =>
  newDatabase(undefined, `template ${migratedTemplate} ${copyStrategy}`);

export async function createDatabase(cluster: string, name: string, options = ''): Promise<string> {
  await runOnCluster(cluster, `create database ${name} ${options}`);
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return url.href;
}

/** The URL of the shared PostgreSQL's database `postgres`, as superuser. */
export function clusterUrl(): string {
  const url = process.env[clusterVariable];
  if (url === undefined)
    throw new Error('No PostgreSQL is running for the tests. `vitest --project server` starts one.');
  return url;
}

async function runOnCluster(cluster: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: cluster });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
