import { expect, onTestFinished, test } from 'vitest';
import { pause } from '../../../src/lib/timing.ts';
import { StoreUnavailable } from '../../../src/service/ports/failures.ts';
import type { Sql, SqlDatabase } from '../../../src/service/ports/sql.ts';
import { migrate } from '../../../src/server/database/migrate.ts';
import { postgres, type PostgresOptions } from '../../../src/server/database/postgres.ts';
import { newDatabase } from '../../support/postgres/database.ts';
import { silencerBefore, type Silencer } from '../../support/postgres/silencer.ts';

const responseTimeoutMs = 2_000;

/** A new database with a table of numbers, and a silencer, which can make connections to the database fall silent. */
async function open(options: PostgresOptions = {}): Promise<{ database: SqlDatabase; silencer: Silencer }> {
  const { url, drop } = await newDatabase();
  const silencer = await silencerBefore(url);
  const database = await postgres(silencer.url, { responseTimeoutMs, ...options });
  onTestFinished(async () => {
    await database.close();
    silencer.stop();
    await drop();
  });
  await database.query('create table kept (number bigint)');
  return { database, silencer };
}

const numbers = async (sql: Sql) =>
  (await sql.query<{ number: number }>('select number from kept order by number')).map(({ number }) => number);

const put = (sql: Sql, number: number) => sql.query('insert into kept values ($1)', [number]);

const sleep = (sql: Sql, seconds: number) => sql.query('select pg_sleep($1)', [seconds]);

test('fails statements on connections that have fallen silent, and opens new connections', async () => {
  const { database, silencer } = await open({ connections: 4 });
  // Long enough to open all four connections before the first query ends.
  const queries = Array.from({ length: 4 }, () => sleep(database, 15));
  await expect.poll(() => database.connections()).toMatchObject({ open: 4, idle: 0 });
  silencer.silence();
  for (const answer of await Promise.allSettled(queries))
    expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
  await put(database, 1);
  expect(await numbers(database)).toEqual([1]);
  expect(silencer.count()).toBeGreaterThan(4);
});

test.each(['read', 'write'] as const)(
  'retries a %s transaction once if its connection falls silent before the end',
  async (kind) => {
    const { database, silencer } = await open();
    let runs = 0;
    const answer = await database.transaction(kind, async (sql) => {
      if (kind === 'write') await put(sql, 1);
      if (++runs === 1) silencer.silence();
      await numbers(sql);
      return runs;
    });
    expect(answer).toBe(2);
    expect(await numbers(database)).toEqual(kind === 'write' ? [1] : []);
  },
);

test('doesn’t retry a write whose commit gets no response, since it may have been saved', async () => {
  const { database, silencer } = await open();
  let runs = 0;
  const failing = database.transaction('write', async (sql) => {
    await put(sql, ++runs);
    silencer.silence();
  });
  await expect(failing).rejects.toThrow('the write may or may not be saved');
  expect(runs).toBe(1);
});

test('keeps a connection open as long as each statement gets a response in time', async () => {
  const { database, silencer } = await open({ connections: 1 });
  await database.transaction('read', (sql) => Promise.all([1, 2, 3].map(() => sleep(sql, 1))));
  expect(silencer.count()).toBe(1);
});

test('lets a transaction be idle for longer than the response timeout', async () => {
  const { database } = await open();
  let runs = 0;
  await database.transaction('write', async (sql) => {
    await put(sql, ++runs);
    await pause(responseTimeoutMs * 1.5);
    await put(sql, ++runs);
  });
  expect(await numbers(database)).toEqual([1, 2]);
});

test('sets no time limit for a migration, but sets one for later statements on the same connection', async () => {
  const { database, silencer } = await open({ connections: 1, statementMs: 1_000 });
  const step = {
    name: '0001-slow',
    up: async (sql: Sql) => void (await sleep(sql, (responseTimeoutMs * 1.5) / 1_000)),
  };
  await database.query('drop table kept');
  expect(await migrate(database, [step])).toEqual(['0001-slow']);
  expect(silencer.count()).toBe(1);
  await expect(sleep(database, 10)).rejects.toThrow('took too long');
  expect(silencer.count()).toBe(1);
  silencer.silence();
  await expect(database.query('select 1')).rejects.toThrow(StoreUnavailable);
});
