import { describe, expect, onTestFinished, test } from 'vitest';
import type { Migration, SqlDatabase } from '../../../src/service/ports/sql.ts';
import { migrate, UnfitDatabase, pendingMigrations } from '../../../src/server/database/migrate.ts';
import { databases } from '../../support/postgres/databases.ts';

const first: Migration = {
  name: '0001-first',
  up: async (sql) => void (await sql.query('create table kept (number int)')),
};
const second: Migration = {
  name: '0002-second',
  up: async (sql) => void (await sql.query('insert into kept values (2)')),
};
const third: Migration = {
  name: '0003-third',
  up: async (sql) => void (await sql.query('insert into kept values (3)')),
};

describe.each(databases)('over %s', (_, make) => {
  async function open(): Promise<SqlDatabase> {
    const database = await make();
    onTestFinished(() => database.close());
    return database;
  }

  test('runs migrations once each, in the order of their names, and lists pending ones', async () => {
    const database = await open();
    expect(await pendingMigrations(database, [second, first])).toEqual(['0001-first', '0002-second']);
    expect(await migrate(database, [second, first])).toEqual(['0001-first', '0002-second']);
    expect(await pendingMigrations(database, [first, second, third])).toEqual(['0003-third']);
    expect(await migrate(database, [first, second, third])).toEqual(['0003-third']);
    expect(await migrate(database, [first, second, third])).toEqual([]);
    expect(await database.query('select number from kept order by number')).toEqual([{ number: 2 }, { number: 3 }]);
  });

  test('runs each migration once if several processes start together', async () => {
    const database = await open();
    const done = await Promise.all(Array.from({ length: 5 }, () => migrate(database, [first, second])));
    expect(done.flat().sort()).toEqual(['0001-first', '0002-second']);
    expect(await database.query('select number from kept')).toEqual([{ number: 2 }]);
  });

  test.each([
    ['create table tokens (id int)', 'tokens'],
    ['create table migrations (id int, "timestamp" bigint, name text)', 'migrations'],
  ])('leaves the tables of another program alone: %s', async (statement, table) => {
    const database = await open();
    await database.query(statement);
    await expect(migrate(database, [first])).rejects.toThrow(
      new UnfitDatabase(
        `The database contains tables of another program (${table}). Give Commonplace its own database.`,
      ),
    );
    expect(await database.query(`select tablename as name from pg_tables where schemaname = 'public'`)).toEqual([
      { name: table },
    ]);
  });

  test('undoes a failed migration and keeps those before it', async () => {
    const database = await open();
    const broken: Migration = {
      name: '0003-broken',
      async up(sql) {
        await sql.query('insert into kept values (9)');
        throw new Error('no');
      },
    };
    await expect(migrate(database, [first, second, broken])).rejects.toThrow('no');
    expect(await database.query('select number from kept')).toEqual([{ number: 2 }]);
    expect(await migrate(database, [first, second, third])).toEqual(['0003-third']);
  });

  test('refuses a database that a newer version has migrated, and changes nothing', async () => {
    const database = await open();
    await migrate(database, [first, second]);
    const refused = migrate(database, [first, third]);
    await expect(refused).rejects.toThrow(UnfitDatabase);
    await expect(refused).rejects.toThrow('newer version of Commonplace');
    expect(await database.query('select number from kept')).toEqual([{ number: 2 }]);
  });
});
