import { DatabaseError } from 'pg';
import type { Migration, Sql, SqlDatabase } from '../../service/ports/sql.ts';

/** The advisory lock of migrations; an arbitrary number. */
const lock = 0x636f6d6d;

/** A database that this version of Commonplace can't use. */
export class UnfitDatabase extends Error {
  override readonly name = 'UnfitDatabase';
}

const permissionDenied = '42501';

/**
 * Runs the pending migrations and returns their names. Processes that start at the same time wait for each other, so
 * each migration runs once.
 * @throws UnfitDatabase if the database has an unknown migration or tables of another program, or allows no new tables
 */
export function migrate(database: SqlDatabase, migrations: readonly Migration[]): Promise<string[]> {
  return runPending(database, migrations).catch((thrown: unknown) => {
    if (!(thrown instanceof DatabaseError && thrown.code === permissionDenied)) throw thrown;
    throw new UnfitDatabase(
      `The database doesn't allow its user to create tables (${thrown.message}). Run \`alter database NAME owner to USER\`.`,
      { cause: thrown },
    );
  });
}

async function runPending(database: SqlDatabase, migrations: readonly Migration[]): Promise<string[]> {
  await database.transaction('long write', async (sql) => {
    await waitForOthers(sql);
    await requireOwn(sql);
    await sql.query(
      'create table if not exists migrations (name text collate "C" primary key, done_at timestamptz not null default now())',
    );
    const known = migrations.map(({ name }) => name);
    const unknown = (await doneNames(sql)).find((name) => !known.includes(name));
    if (unknown !== undefined)
      throw new UnfitDatabase(
        `A newer version of Commonplace has changed this database (its migration ${unknown} is unknown). Start that version, or restore an older backup.`,
      );
  });
  const done: string[] = [];
  for (const migration of inOrder(migrations)) {
    if (await database.transaction('long write', (sql) => run(migration, sql, database))) done.push(migration.name);
  }
  return done;
}

/** The names of the pending migrations. */
export async function pendingMigrations(database: SqlDatabase, migrations: readonly Migration[]): Promise<string[]> {
  const [table] = await database.query(`select 1 as found where to_regclass('migrations') is not null`);
  const done = table === undefined ? [] : await doneNames(database);
  return inOrder(migrations)
    .map(({ name }) => name)
    .filter((name) => !done.includes(name));
}

function inOrder(migrations: readonly Migration[]): Migration[] {
  return migrations.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function run(migration: Migration, sql: Sql, { pgvector }: SqlDatabase): Promise<boolean> {
  await waitForOthers(sql);
  if ((await doneNames(sql)).includes(migration.name)) return false;
  await migration.up(sql, { pgvector });
  await sql.query('insert into migrations (name) values ($1)', [migration.name]);
  return true;
}

/** @throws UnfitDatabase if there are tables of another program */
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

async function waitForOthers(sql: Sql): Promise<void> {
  await sql.query('select pg_advisory_xact_lock($1)', [lock]);
}

async function doneNames(sql: Sql): Promise<string[]> {
  return (await sql.query<{ name: string }>('select name from migrations order by name')).map(({ name }) => name);
}
