import { DatabaseError } from 'pg';
import type { Migration, Sql, SqlDatabase } from '../../service/ports/sql.ts';

/** Any number that nothing else locks: whoever changes the tables holds it. */
const lock = 0x636f6d6d;

/** A database that this version of Commonplace can't work in; the message says why, to a person. */
export class UnfitDatabase extends Error {
  override readonly name = 'UnfitDatabase';
}

const permissionDenied = '42501';

/**
 * Does the steps that were not done yet, and answers their names. Processes that start at the same time wait for each other: each step is done once.
 * @throws UnfitDatabase where a step was done that is not among `migrations`, where other tables than ours are there, or where no tables can be made; then nothing is changed.
 */
export function migrate(database: SqlDatabase, migrations: readonly Migration[]): Promise<string[]> {
  return doSteps(database, migrations).catch((thrown: unknown) => {
    if (!(thrown instanceof DatabaseError && thrown.code === permissionDenied)) throw thrown;
    throw new UnfitDatabase(
      `The database doesn't allow its user to create tables (${thrown.message}). Run \`alter database NAME owner to USER\`.`,
      { cause: thrown },
    );
  });
}

async function doSteps(database: SqlDatabase, migrations: readonly Migration[]): Promise<string[]> {
  await database.transaction('long write', async (sql) => {
    await waitForOthers(sql);
    await requireOwn(sql);
    await sql.query(
      'create table if not exists migrations (name text collate "C" primary key, done_at timestamptz not null default now())',
    );
    const known = migrations.map(({ name }) => name);
    const unknown = (await doneSteps(sql)).find((name) => !known.includes(name));
    if (unknown !== undefined)
      throw new UnfitDatabase(
        `A newer version of Commonplace has been at this database (its step ${unknown} is unknown). Start that version, or restore a backup that is older.`,
      );
  });
  const done: string[] = [];
  for (const migration of inOrder(migrations)) {
    if (await database.transaction('long write', (sql) => run(migration, sql, database))) done.push(migration.name);
  }
  return done;
}

/** The steps that were not done yet. */
export async function pendingMigrations(database: SqlDatabase, migrations: readonly Migration[]): Promise<string[]> {
  const [table] = await database.query(`select 1 as found where to_regclass('migrations') is not null`);
  const done = table === undefined ? [] : await doneSteps(database);
  return inOrder(migrations)
    .map(({ name }) => name)
    .filter((name) => !done.includes(name));
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

/** Tables of another program, of whatever names, are left alone. */
async function requireOwn(sql: Sql): Promise<void> {
  const [found] = await sql.query<{ columns: string[]; tables: string[] }>(`select
    array(select attname::text from pg_attribute where attrelid = to_regclass('migrations') and attnum > 0 and not attisdropped order by attnum) as columns,
    array(select relname::text from pg_class c where relnamespace = to_regnamespace(current_schema()) and relkind in ('r', 'p')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by relname limit 3) as tables`);
  const { columns, tables } = found!;
  if (columns.join() === 'name,done_at' || tables.length === 0) return;
  throw new UnfitDatabase(
    `The database contains tables of another program (${tables.join(', ')}). Give Commonplace its own database.`,
  );
}

/** Until the end of the transaction. */
async function waitForOthers(sql: Sql): Promise<void> {
  await sql.query('select pg_advisory_xact_lock($1)', [lock]);
}

async function doneSteps(sql: Sql): Promise<string[]> {
  return (await sql.query<{ name: string }>('select name from migrations order by name')).map(({ name }) => name);
}
