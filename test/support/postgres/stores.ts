import { afterAll, beforeAll } from 'vitest';
import type { SqlDatabase } from '../../../src/service/ports/sql.ts';
import { localOwner, type Store } from '../../../src/service/ports/store.ts';
import { migrate } from '../../../src/server/database/migrate.ts';
import { postgresStore, storeMigrations } from '../../../src/store/postgres/index.ts';
import { addUser } from '../../../src/store/postgres/users.ts';

/**
 * One database for the tests of a `describe`. `makeStore` empties the database as `empty` does and returns a store over
 * it, so a test must use only the latest store.
 */
export function sharedDatabase(make: () => Promise<SqlDatabase>): {
  database: () => SqlDatabase;
  makeStore: () => Store;
} {
  let open: SqlDatabase | undefined;
  beforeAll(async () => {
    open = await make();
    await migrate(open, storeMigrations);
  });
  afterAll(() => open?.close());
  const database = () => {
    if (open === undefined) throw new Error('The database is open only during tests');
    return open;
  };
  return { database, makeStore: () => emptyStore(database()) };
}

function emptyStore(database: SqlDatabase): Store {
  const store = postgresStore(database);
  const ready = empty(database);
  const { rates } = store;
  return {
    read: async (owner, work) => ready.then(() => store.read(owner, work)),
    write: async (owner, work) => ready.then(() => store.write(owner, work)),
    findToken: async (id) => ready.then(() => store.findToken(id)),
    rates: {
      take: async (...args) => ready.then(() => rates.take(...args)),
      persisted: rates.persisted,
      lastUsed: async (...args) => ready.then(() => rates.lastUsed(...args)),
      forget: async (...args) => ready.then(() => rates.forget(...args)),
    },
    close: async () => {},
  };
}

/** Deletes all rows except the migrations, and adds the user `me`. */
export async function empty(database: SqlDatabase): Promise<void> {
  const tables = await database.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = current_schema() and tablename <> 'migrations'`,
  );
  await database.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  await addUser(database, localOwner, 0);
}
