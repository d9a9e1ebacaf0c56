import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../../src/server/database/migrate.ts';
import { requirePostgres } from '../../../src/server/compose.ts';
import { unreadyOver } from '../../../src/server/unready.ts';
import { pgliteDatabase } from '../../support/postgres/databases.ts';
import { testHttpServer } from '../../support/server/http-server.ts';

/** An answer stands for a second, and a look takes two at most. */
const patience = { timeout: 30_000, interval: 100 };

const step = { name: '0001-step', up: async () => {} };

test('/healthz answers while the database of a folder is busy with a long query, and /readyz says that it takes too long', async () => {
  const database = await pgliteDatabase();
  onTestFinished(() => database.close());
  await migrate(database, [step]);
  const { base } = await testHttpServer({ unready: unreadyOver(database, [step]) });
  expect((await fetch(`${base}/readyz`)).status).toBe(200);
  let isBusy = true;
  const query = database.query('select pg_sleep(8)').finally(() => (isBusy = false));
  expect(await fetch(`${base}/healthz`).then(({ status }) => ({ status, isBusy }))).toEqual({
    status: 200,
    isBusy: true,
  });
  const ready = async () => {
    const answer = await fetch(`${base}/readyz`);
    return { status: answer.status, body: await answer.json() };
  };
  await expect
    .poll(ready, patience)
    .toEqual({ status: 503, body: { status: 'unready', reason: 'The database takes too long to answer.' } });
  expect(isBusy).toBe(true);
  await query;
  await expect.poll(ready, patience).toEqual({ status: 200, body: { status: 'ready' } });
});

test('whoever asks /readyz at once or soon after costs the database one look, and the next look is a new one', async () => {
  const database = await pgliteDatabase();
  onTestFinished(() => database.close());
  await migrate(database, [step]);
  let asked = 0;
  const counted = {
    ...database,
    query: <Row extends object>(...given: Parameters<typeof database.query>) => (
      asked++,
      database.query<Row>(...given)
    ),
  };
  const { base } = await testHttpServer({ unready: unreadyOver(counted, [step]) });
  const ask = async () => (await fetch(`${base}/readyz`)).status;
  expect(new Set(await Promise.all(Array.from({ length: 50 }, ask)))).toEqual(new Set([200]));
  expect(await ask()).toBe(200);
  const look = asked;
  expect(look).toBeLessThan(5);
  await expect.poll(async () => (await ask(), asked), patience).toBe(2 * look);
});

test('/readyz says where the tables are not ready, or the database is gone', async () => {
  const database = await pgliteDatabase();
  await migrate(database, [step]);
  const later = [step, { ...step, name: '0002-later' }];
  expect(await unreadyOver(database, later)()).toBe(
    'The database needs a migration or a newer version of Commonplace.',
  );
  await database.close();
  expect(await unreadyOver(database, later)()).toBe(`The database can't be reached.`);
});

test('a PostgreSQL before 15 is refused', async () => {
  const of = (number: string) =>
    requirePostgres({ query: async <Row extends object>() => [{ number, encoding: 'UTF8' }] as Row[] });
  await expect(of('140011')).rejects.toThrow('The database is PostgreSQL 14. Commonplace needs 15 or newer.');
  await expect(of('150000')).resolves.toBeUndefined();
});
