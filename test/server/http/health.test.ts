import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../../src/server/database/migrate.ts';
import { requirePostgres } from '../../../src/server/compose.ts';
import { unreadyOver } from '../../../src/server/unready.ts';
import { pgliteDatabase } from '../../support/postgres/databases.ts';
import { testHttpServer } from '../../support/server/http-server.ts';

/** Time for several checks: a check takes at most two seconds, and its result is reused for one second. */
const pollOptions = { timeout: 30_000, interval: 100 };

const step = { name: '0001-step', up: async () => {} };

test('/healthz responds while PGlite is busy with a long query, and /readyz reports that the database takes too long', async () => {
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
    .poll(ready, pollOptions)
    .toEqual({ status: 503, body: { status: 'unready', reason: 'The database takes too long to respond.' } });
  expect(isBusy).toBe(true);
  await query;
  await expect.poll(ready, pollOptions).toEqual({ status: 200, body: { status: 'ready' } });
});

test('/readyz checks the database once for requests within a second, and again later', async () => {
  const database = await pgliteDatabase();
  onTestFinished(() => database.close());
  await migrate(database, [step]);
  let queries = 0;
  const counted = {
    ...database,
    query: <Row extends object>(...given: Parameters<typeof database.query>) => (
      queries++,
      database.query<Row>(...given)
    ),
  };
  const { base } = await testHttpServer({ unready: unreadyOver(counted, [step]) });
  const ask = async () => (await fetch(`${base}/readyz`)).status;
  expect(new Set(await Promise.all(Array.from({ length: 50 }, ask)))).toEqual(new Set([200]));
  expect(await ask()).toBe(200);
  const perCheck = queries;
  expect(perCheck).toBeLessThan(5);
  await expect.poll(async () => (await ask(), queries), pollOptions).toBe(2 * perCheck);
});

test('/readyz reports pending migrations and an unreachable database', async () => {
  const database = await pgliteDatabase();
  await migrate(database, [step]);
  const later = [step, { ...step, name: '0002-later' }];
  expect(await unreadyOver(database, later)()).toBe(
    'The database needs a migration or a newer version of Commonplace.',
  );
  await database.close();
  expect(await unreadyOver(database, later)()).toBe(`The database can't be reached.`);
});

test('refuses a PostgreSQL older than version 15', async () => {
  const requireVersion = (number: string) =>
    requirePostgres({ query: async <Row extends object>() => [{ number, encoding: 'UTF8' }] as Row[] });
  await expect(requireVersion('140011')).rejects.toThrow(
    'The database is PostgreSQL 14. Commonplace needs 15 or newer.',
  );
  await expect(requireVersion('150000')).resolves.toBeUndefined();
});
