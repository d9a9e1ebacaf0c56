import { spawn } from 'node:child_process';
import fs, { cpSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PGlite } from '@electric-sql/pglite';
import { StorageFull, StoreUnavailable } from '../../../src/service/ports/failures.ts';
import type { Sql, SqlDatabase } from '../../../src/service/ports/sql.ts';
import { openPglite } from '../../../src/server/database/open-pglite.ts';
import { pglite } from '../../../src/server/database/pglite.ts';
import { runUpkeep } from '../../../src/server/database/upkeep.ts';
import { postgresRates } from '../../../src/store/postgres/rates.ts';
import { store } from '../../../src/store/postgres/migrations/0001-store.ts';
import { newPgliteFolder } from '../../../scripts/postgres/pglite-folder.ts';
import { smallVolumeOrReason } from '../../support/small-volume.ts';

function folder(): string {
  const { folder: path, remove } = newPgliteFolder();
  onTestFinished(remove);
  return path;
}

async function open(path: string): Promise<SqlDatabase> {
  const database = await pglite(path);
  onTestFinished(() => database.close());
  return database;
}

const numbers = async (database: SqlDatabase) =>
  (await database.query<{ number: number }>('select number from kept order by number')).map(({ number }) => number);

test('keeps what was written when the folder is closed and opened again', async () => {
  const path = folder();
  const first = await pglite(path);
  await first.query('create table kept (number bigint)');
  await first.query('insert into kept values (1)');
  await first.close();
  expect(await numbers(await open(path))).toEqual([1]);
});

test('recreates a partially created folder', async () => {
  const path = join(folder(), '..', 'another');
  mkdirSync(`${path}.new`);
  writeFileSync(join(`${path}.new`, 'PG_VERSION'), '18\n');
  expect(await (await open(path)).query('select 1 as one')).toEqual([{ one: 1 }]);
  expect(existsSync(`${path}.new`)).toBe(false);
});

test('rejects a damaged folder with a readable error', async () => {
  const path = folder();
  writeFileSync(join(path, 'global', 'pg_control'), 'nonsense');
  const refused = pglite(path);
  await expect(refused).rejects.toThrow(StoreUnavailable);
  await expect(refused).rejects.toThrow(`The database in ${path} can't be opened: `);
});

test('upkeep keeps the log and the tables small', async () => {
  const database = await open(folder());
  await database.query('create table kept (number bigint, text text)');
  await database.query(
    `insert into kept select number, repeat(md5(number::text), 40) from generate_series(1, 30000) as number`,
  );
  await database.query('update kept set number = -number where number < 20000');
  const state = async () => {
    // PostgreSQL updates these counts with some delay.
    await database.query('select pg_stat_force_next_flush()');
    const [log] = await database.query<{ bytes: number }>(
      'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::bigint as bytes from pg_control_checkpoint()',
    );
    const [table] = await database.query<{ dead: number; known: number }>(
      `select n_dead_tup as dead, reltuples::bigint as known from pg_stat_user_tables s join pg_class c on c.oid = s.relid where s.relname = 'kept'`,
    );
    return { ...log!, ...table! };
  };
  await expect.poll(async () => (await state()).dead).toBeGreaterThan(10_000);
  const before = await state();
  expect(before.bytes).toBeGreaterThan(32 * 1024 * 1024);
  await runUpkeep(database);
  const after = await state();
  expect(after.bytes).toBeLessThan(before.bytes / 2);
  expect(after).toMatchObject({ dead: 0, known: 30_000 });
});

test('upkeep flushes asynchronous commits to disk', async () => {
  const path = folder();
  const database = await open(path);
  await database.transaction('write', (sql) => store.up(sql, database));
  const countRequest = () =>
    postgresRates(database).take([{ id: 'token', rateLimit: { requests: 10, seconds: 3_600 } }], 0);
  let copies = 0;
  /** The number of counted requests that would survive a kill now; undefined if none would. */
  const countAfterKill = async () => {
    const copy = join(path, '..', `copy-${++copies}`);
    cpSync(path, copy, { recursive: true });
    const other = await pglite(copy);
    const [row] = await other.query<{ count: number }>('select count from rate_windows');
    await other.close();
    return row?.count;
  };
  await countRequest();
  // Control: before upkeep the row isn't on disk.
  expect(await countAfterKill()).toBeUndefined();
  await runUpkeep(database);
  expect(await countAfterKill()).toBe(1);
  await countRequest();
  await runUpkeep(database);
  expect(await countAfterKill()).toBe(2);
});

test('if the vacuum of one table fails, still vacuums the others and keeps the log small', async () => {
  const statements: string[] = [];
  const sql: Sql = {
    async query<Row extends object>(statement: string) {
      statements.push(statement);
      if (statement === 'vacuum (analyze) broken') throw new Error('It is broken');
      if (statement.startsWith('select quote_ident')) return [{ name: 'broken' }, { name: 'whole' }] as Row[];
      return [{ bytes: 1e9 }] as Row[];
    },
  };
  await expect(runUpkeep(sql)).rejects.toThrow('It is broken');
  expect(statements).toContain('vacuum (analyze) whole');
  expect(statements).toContain('checkpoint');
});

test('reports each failed upkeep, unless the database has been closed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const errors: unknown[] = [];
  const database = await pglite(folder(), (error) => errors.push(error));
  const turn = () => vi.advanceTimersByTime(10_000);
  await database.query('create table kept (number bigint)');
  await database.query(
    'create function doubled(number bigint) returns bigint immutable language plpgsql as $$ begin return 2 * number; end $$',
  );
  await database.query('create index kept_doubled on kept (doubled(number))');
  turn();
  await database.query('select 1');
  expect(errors).toEqual([]);
  await database.query(`insert into kept select number from generate_series(1, 1000) as number`);
  await database.query(
    `create or replace function doubled(number bigint) returns bigint immutable language plpgsql as $$ begin raise exception 'never'; end $$`,
  );
  await database.query('select pg_stat_force_next_flush()');
  for (const times of [1, 2]) {
    turn();
    await expect
      .poll(() => errors.map((error) => (error as Error).message), { timeout: 20_000 })
      .toEqual(Array.from({ length: times }, () => 'never'));
  }
  turn();
  await database.close();
  expect(errors).toHaveLength(2);
});

test('keeps the event loop running during a long statement', async () => {
  const database = await open(folder());
  let turns = 0;
  let next: NodeJS.Immediate | undefined;
  const count = () => {
    turns++;
    next = setImmediate(count);
  };
  count();
  await database.query('select count(*) from generate_series(1, 3000000)');
  clearImmediate(next);
  expect(turns).toBeGreaterThan(100);
});

test('runs a statement that is sent during a transaction after the transaction', async () => {
  const database = await open(folder());
  await database.query('create table kept (number bigint)');
  let read: Promise<number[]> | undefined;
  await database.transaction('write', async (sql) => {
    await sql.query('insert into kept values (1)');
    read = numbers(database);
    await sql.query('insert into kept values (2)');
  });
  expect(await read).toEqual([1, 2]);
});

test('sends the statements of one turn of the event loop to the database thread in one message', async () => {
  const database = await open(folder());
  const send = vi.spyOn(Worker.prototype, 'postMessage');
  onTestFinished(() => send.mockRestore());
  const rows = await database.transaction('write', (sql) =>
    Promise.all([sql.query('select 1 as number'), sql.query('select 2 as number')]),
  );
  expect(rows).toEqual([[{ number: 1 }], [{ number: 2 }]]);
  // BEGIN and both statements, then COMMIT.
  expect(send).toHaveBeenCalledTimes(2);
});

test('loses no acknowledged write when the database thread dies', async () => {
  const path = folder();
  const database = await open(path);
  await database.query('create table kept (number bigint)');
  await database.query('insert into kept values (1)');
  // PostgreSQL stops if it has no folder for its log.
  renameSync(join(path, 'pg_wal'), join(path, 'elsewhere'));
  await expect(
    database.query('select pg_switch_wal()').then(() => database.query('insert into kept values (2)')),
  ).rejects.toThrow(StoreUnavailable);
  renameSync(join(path, 'elsewhere'), join(path, 'pg_wal'));
  expect(await numbers(database)).toEqual([1]);
  await database.query('insert into kept values (3)');
  expect(await numbers(database)).toEqual([1, 3]);
});

test('a process killed while writing loses nothing that was acknowledged', async () => {
  const path = folder();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../support/postgres/write-storm.ts'), path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for await (const text of child.stdout.setEncoding('utf8')) {
    output += text;
    if (output.includes('\n200\n')) child.kill('SIGKILL');
  }
  const acknowledged = output.split('\n').slice(0, -1).map(Number);
  const kept = await numbers(await open(path));
  expect(kept.slice(0, acknowledged.length)).toEqual(acknowledged);
  expect(kept.length - acknowledged.length).toBeLessThanOrEqual(1);
});

test('waits for the disk at every commit, except for rate windows', async () => {
  const path = folder();
  const database = await openPglite(path);
  await database.exec('create table kept (number bigint)');
  const connection = {
    query: async <Row extends object>(statement: string, values: readonly unknown[] = []) =>
      (await database.query<Row>(statement, [...values])).rows,
  };
  await store.up(connection, { pgvector: true });
  const sync = vi.spyOn(fs, 'fsyncSync');
  syncBuiltinESMExports();
  onTestFinished(() => {
    sync.mockRestore();
    syncBuiltinESMExports();
  });
  for (let number = 1; number <= 5; number++) await database.query('insert into kept values ($1)', [number]);
  expect(sync.mock.calls.length).toBe(5);
  for (let number = 1; number <= 5; number++)
    await postgresRates(connection).take([{ id: 'someone', rateLimit: { requests: 9, seconds: 60 } }], 0);
  expect(sync.mock.calls.length).toBe(5);
  await database.close();
  // PGlite without our change never calls fsync.
  sync.mockClear();
  const unmodified = await PGlite.create(path);
  await unmodified.query('insert into kept values (6)');
  expect(sync.mock.calls.length).toBe(0);
  await unmodified.close();
});

test('rejects a write on a full disk and stores no part of it; writes succeed once there is free space', async ({
  skip,
}) => {
  const volume = smallVolumeOrReason(160);
  if (typeof volume === 'string') return skip(volume);
  onTestFinished(() => volume.close());
  const path = join(volume.path, 'database');
  cpSync(folder(), path, { recursive: true });
  const database = await pglite(path);
  await database.query('create table kept (number bigint, text text)');
  volume.fill(64 * 1024);
  const acknowledged: number[] = [];
  const refusals: unknown[] = [];
  for (let number = 1; refusals.length < 3; number++) {
    await database
      .query(`insert into kept select $1, string_agg(md5(random()::text), '') from generate_series(1, 2000)`, [number])
      .then(
        () => acknowledged.push(number),
        (error: unknown) => refusals.push(error),
      );
  }
  for (const refusal of refusals) expect(refusal).toBeInstanceOf(StorageFull);
  volume.freeSpace();
  await database.query('insert into kept values (0)');
  expect(await numbers(database)).toEqual([0, ...acknowledged]);
  await database.close();
});
