import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../../src/server/database/migrate.ts';
import { pglite } from '../../../src/server/database/pglite.ts';
import { requirePostgres } from '../../../src/server/postgres-version.ts';
import { unreadyOver } from '../../../src/server/unready.ts';
import { testDoor } from '../../support/server/door.ts';

const step = { name: '0001-step', up: async () => {} };

test('/healthz answers while the database of a folder is busy with a long query, and /readyz says that it takes too long', async () => {
  const database = await pglite();
  onTestFinished(() => database.close());
  await migrate(database, [step]);
  const { base } = await testDoor({ unready: unreadyOver(database, [step]) });
  expect((await fetch(`${base}/readyz`)).status).toBe(200);
  let isBusy = true;
  const query = database.query('select pg_sleep(5)').finally(() => (isBusy = false));
  const [healthy, ready] = await Promise.all([fetch(`${base}/healthz`).then(({ status }) => ({ status, isBusy })), fetch(`${base}/readyz`)]);
  expect(healthy).toEqual({ status: 200, isBusy: true });
  expect({ status: ready.status, body: await ready.json() }).toEqual({ status: 503, body: { status: 'unready', reason: 'The database takes too long to answer.' } });
  await query;
  expect((await fetch(`${base}/readyz`)).status).toBe(200);
});

test('/readyz says where the tables are not ready, or the database is gone', async () => {
  const database = await pglite();
  await migrate(database, [step]);
  const unready = unreadyOver(database, [step, { ...step, name: '0002-later' }]);
  expect(await unready()).toBe('The tables of the database have not the form of this version.');
  await database.close();
  expect(await unready()).toBe(`The database can't be reached.`);
});

test('a PostgreSQL before 15 is refused', async () => {
  const of = (number: string) => requirePostgres({ query: async <Row extends object>() => [{ number }] as Row[] });
  await expect(of('140011')).rejects.toThrow('The database is PostgreSQL 14: Commonplace needs 15 or newer.');
  await expect(of('150000')).resolves.toBeUndefined();
});
