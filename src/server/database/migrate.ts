import type { Migration, Sql, SqlDatabase } from '../../service/ports/sql.ts';

/** Any number that nothing else locks: whoever changes the tables holds it. */
const lock = 0x636f6d6d;

/** The database holds what a later version of Commonplace has made of it. */
export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase';
}

/**
 * Does the steps that were not done yet, and answers their names. Processes that start at the same time wait for each other: each step is done once.
 * @throws NewerDatabase where a step was done that is not among `migrations`.
 */
export async function migrate(database: SqlDatabase, migrations: readonly Migration[]): Promise<string[]> {
  await database.transaction('write', async (sql) => {
    await waitForOthers(sql);
    await sql.query('create table if not exists migrations (name text collate "C" primary key, done_at timestamptz not null default now())');
    const known = migrations.map(({ name }) => name);
    const unknown = (await doneSteps(sql)).find((name) => !known.includes(name));
    if (unknown !== undefined) throw new NewerDatabase(`A newer version of Commonplace has been at this database (its step ${unknown} is not known here). Start that version, or restore a backup that is older.`);
  });
  const done: string[] = [];
  for (const migration of inOrder(migrations)) {
    if (await database.transaction('write', (sql) => run(migration, sql, database))) done.push(migration.name);
  }
  return done;
}

/** The steps that were not done yet. */
export async function pendingMigrations(database: SqlDatabase, migrations: readonly Migration[]): Promise<string[]> {
  const [table] = await database.query(`select 1 as found where to_regclass('migrations') is not null`);
  const done = table === undefined ? [] : await doneSteps(database);
  return inOrder(migrations).map(({ name }) => name).filter((name) => !done.includes(name));
}

function inOrder(migrations: readonly Migration[]): Migration[] {
  return migrations.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

async function run(migration: Migration, sql: Sql, { pgvector }: SqlDatabase): Promise<boolean> {
  await waitForOthers(sql);
  if ((await doneSteps(sql)).includes(migration.name)) return false;
  await migration.up(sql, { pgvector });
  await sql.query('insert into migrations (name) values ($1)', [migration.name]);
  return true;
}

/** Until the end of the transaction; a step may take longer than any request. */
async function waitForOthers(sql: Sql): Promise<void> {
  await sql.query('set local statement_timeout = 0');
  await sql.query('select pg_advisory_xact_lock($1)', [lock]);
}

async function doneSteps(sql: Sql): Promise<string[]> {
  return (await sql.query<{ name: string }>('select name from migrations order by name')).map(({ name }) => name);
}
