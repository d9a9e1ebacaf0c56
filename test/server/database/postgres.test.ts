import { Pool } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { StoreUnavailable } from '../../../src/service/ports/failures.ts';
import type { Sql, SqlDatabase } from '../../../src/service/ports/sql.ts';
import { compose } from '../../../src/server/compose.ts';
import { UnfitDatabase } from '../../../src/server/database/migrate.ts';
import { poolDatabase, poolOptions } from '../../../src/server/database/pool-database.ts';
import { CommandError } from '../../../src/server/command-error.ts';
import { postgres, type PostgresOptions } from '../../../src/server/database/postgres.ts';
import { obtainPostgres } from '../../../scripts/postgres/obtain.ts';
import { startCluster } from '../../../scripts/postgres/cluster.ts';
import { newDatabase } from '../../support/postgres/database.ts';

async function open(options?: PostgresOptions): Promise<SqlDatabase> {
  const { url, drop } = await newDatabase();
  const database = await postgres(url, options);
  onTestFinished(() => database.close().then(drop));
  await database.query('create table kept (number bigint)');
  return database;
}

const numbers = async (sql: Sql) =>
  (await sql.query<{ number: number }>('select number from kept order by number')).map(({ number }) => number);

const put = (sql: Sql, number: number) => sql.query('insert into kept values ($1)', [number]);

async function cut(database: SqlDatabase, sql: Sql): Promise<void> {
  const [own] = await sql.query<{ id: number }>('select pg_backend_pid() as id');
  await database.query('select pg_terminate_backend($1)', [own!.id]);
}

describe('a transaction', () => {
  test('runs again if its connection is lost before the end, and is saved once', async () => {
    const database = await open();
    let runs = 0;
    const answer = await database.transaction('write', async (sql) => {
      await put(sql, 1);
      if (++runs === 1) await cut(database, sql);
      await put(sql, 2);
      return runs;
    });
    expect(answer).toBe(2);
    expect(await numbers(database)).toEqual([1, 2]);
  });

  test('fails if its connection is lost twice', async () => {
    const database = await open();
    let runs = 0;
    const failing = database.transaction('write', async (sql) => {
      runs++;
      await cut(database, sql);
      await put(sql, 1);
    });
    await expect(failing).rejects.toThrow(StoreUnavailable);
    expect(runs).toBe(2);
    expect(await numbers(database)).toEqual([]);
  });

  test('doesn’t run again if its connection is lost at the commit, since it may have been saved', async () => {
    const database = await open();
    await database.query(
      `create function cut() returns trigger language plpgsql as 'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'`,
    );
    await database.query(
      'create constraint trigger cut after insert on kept deferrable initially deferred for each row execute function cut()',
    );
    let runs = 0;
    const failing = database.transaction('write', async (sql) => {
      runs++;
      await put(sql, 1);
    });
    await expect(failing).rejects.toThrow('the write may or may not be saved');
    const sending = database.transaction('write', async (sql) => {
      runs++;
      sql.send('insert into kept values (2)');
    });
    await expect(sending).rejects.toThrow('the write may or may not be saved');
    expect(runs).toBe(2);
  });

  test.each(['40001', '40P01'])('is retried while PostgreSQL fails it with %s, but not forever', async (code) => {
    const database = await open();
    await database.query(
      `create function fail() returns void language plpgsql as 'begin raise exception using errcode = ''${code}''; end'`,
    );
    let runs = 0;
    await database.transaction('write', async (sql) => {
      await put(sql, ++runs);
      if (runs < 4) await sql.query('select fail()');
    });
    expect(await numbers(database)).toEqual([4]);
    runs = 0;
    await database.transaction('write', async (sql) => {
      await put(sql, 10 + ++runs);
      if (runs < 4) sql.send('select fail()');
    });
    expect(await numbers(database)).toEqual([4, 14]);
    const refused = database.transaction('write', (sql) => sql.query('select fail()'));
    await expect(refused).rejects.toThrow(StoreUnavailable);
  });

  test('fails if it continues after a failed statement, since PostgreSQL has rolled it back', async () => {
    const database = await open();
    const failing = database.transaction('write', async (sql) => {
      await put(sql, 1);
      await sql.query('select 1/0').catch(() => {});
    });
    await expect(failing).rejects.toThrow('it was rolled back');
    expect(await numbers(database)).toEqual([]);
  });

  test.each(['read', 'write'] as const)('fails if its BEGIN fails, and saves no write; kind: %s', async (kind) => {
    const { url, drop } = await newDatabase();
    const pool = new Pool({ ...poolOptions, connectionString: url, max: 1 });
    pool.on('connect', (client) => {
      const query = client.query.bind(client);
      client.query = ((config: { text: string }) =>
        query({ ...config, text: config.text.replace(/^begin/, 'begin nonsense') })) as typeof client.query;
    });
    const database = await poolDatabase(pool, 'PostgreSQL', () => pool.end());
    onTestFinished(() => database.close().then(drop));
    await database.query('create table kept (number bigint)');
    const failing = database.transaction(kind, async (sql) => {
      await put(sql, 1);
      throw new Error('what comes after');
    });
    await expect(failing).rejects.toThrow('syntax error');
    if (kind === 'write') expect(await numbers(database)).toEqual([]);
  });

  test('begins and rolls back even if its connection has lost the prepared statements', async () => {
    const database = await open({ connections: 1 });
    await database.transaction('write', (sql) => put(sql, 1));
    await database.query('deallocate all');
    const failing = database.transaction('write', async (sql) => {
      await sql.query('insert into kept values (2)');
      throw new Error('all for nothing');
    });
    await expect(failing).rejects.toThrow('all for nothing');
    expect(await database.query('select number from kept where number > 0')).toEqual([{ number: 1 }]);
  });

  test('leaves no open transaction on its connection if it fails', async () => {
    const database = await open({ connections: 1 });
    await expect(database.transaction('write', (sql) => sql.query('select 1/0'))).rejects.toThrow('division by zero');
    await expect(database.transaction('read', (sql) => put(sql, 1))).rejects.toThrow('read-only');
    await put(database, 2);
    expect(await numbers(database)).toEqual([2]);
  });
});

describe('a database', () => {
  test('is unavailable after a kill, and works again after a restart', async () => {
    const cluster = await startCluster(obtainPostgres(console.error));
    onTestFinished(() => cluster.stop());
    const database = await postgres(cluster.url, { connectMs: 2_000 });
    onTestFinished(() => database.close());
    await database.query('create table kept (number bigint)');
    await put(database, 1);
    await cluster.kill();
    await expect(put(database, 2)).rejects.toThrow(StoreUnavailable);
    await expect(database.transaction('read', numbers)).rejects.toThrow(StoreUnavailable);
    await cluster.start();
    expect(await database.transaction('read', numbers)).toEqual([1]);
  });

  test('gets pgvector at the first opening, even if six openings coincide', async () => {
    const { url, drop } = await newDatabase();
    const opened = await Promise.all(Array.from({ length: 6 }, () => postgres(url)));
    onTestFinished(async () => {
      for (const database of opened) await database.close();
      await drop();
    });
    expect(opened.map(({ pgvector }) => pgvector)).toEqual(opened.map(() => true));
  });

  test('is refused, with what to do about it, if its encoding can’t store every text', async () => {
    const { url, drop } = await newDatabase(undefined, `encoding 'LATIN1' locale 'C' template template0`);
    onTestFinished(drop);
    await expect(compose({ url })).rejects.toThrow(
      new CommandError(
        `The database encoding is LATIN1. Commonplace needs a database created with \`create database NAME encoding 'UTF8' template template0\`.`,
      ),
    );
  });

  test('is refused, with what to do about it, if its user may not create tables', async () => {
    const { url, drop } = await newDatabase();
    const database = await postgres(url);
    await database.query('drop role if exists guest');
    await database.query('create role guest login');
    onTestFinished(() => database.close().then(drop));
    const asGuest = new URL(url);
    asGuest.username = 'guest';
    await expect(compose({ url: asGuest.href })).rejects.toThrow(
      new UnfitDatabase(
        "The database doesn't allow its user to create tables (permission denied for schema public). Run `alter database NAME owner to USER`.",
      ),
    );
    await database.query('drop role guest');
  });

  test('is refused in one sentence, without the password, if it can’t be reached', async () => {
    const refused = postgres('postgres://someone:secret@127.0.0.1:1/none');
    await expect(refused).rejects.toThrow(
      `The database at 127.0.0.1:1 can't be reached: connect ECONNREFUSED 127.0.0.1:1`,
    );
    await expect(refused).rejects.toThrow(StoreUnavailable);
    await expect(refused).rejects.not.toThrow('secret');
  });

  test('rejects a statement that takes too long, and runs the next statements', async () => {
    const database = await open({ statementMs: 200 });
    await expect(database.query('select pg_sleep(60)')).rejects.toThrow('took too long');
    await put(database, 1);
    expect(await numbers(database)).toEqual([1]);
  });

  test.each(['select pg_sleep(0.6)', 'insert into kept select 1 from pg_sleep(0.6)'])(
    'sets no time limit for the statements of a `long write` transaction, not even for the first: %s',
    async (first) => {
      const database = await open({ statementMs: 200 });
      await database.transaction('long write', async (sql) => {
        await sql.query(first);
        await put(sql, 2);
      });
      expect(await numbers(database)).toContain(2);
      await expect(database.transaction('write', (sql) => sql.query(first))).rejects.toThrow('took too long');
    },
  );

  test('rejects a statement as unavailable if no connection becomes free in time', async () => {
    const database = await open({ connections: 1, connectMs: 200 });
    await database.transaction('read', async () => {
      await expect(database.query('select 1')).rejects.toThrow(StoreUnavailable);
    });
    expect(await numbers(database)).toEqual([]);
  });
});
