import { expect, test } from 'vitest';
import { migrate } from '../../../src/server/database/migrate.ts';
import { createMetrics } from '../../../src/server/http/metrics.ts';
import { gaugesOf } from '../../../src/server/gauges.ts';
import { searchMigrations } from '../../../src/search/postgres/migrations/index.ts';
import { storeMigrations } from '../../../src/store/postgres/index.ts';
import { pgliteDatabase } from '../../support/postgres/databases.ts';

/** The numbers of ours that are told. */
async function told(metrics: { text(): Promise<string> }): Promise<Record<string, number>> {
  const text = await metrics.text();
  return Object.fromEntries(
    [...text.matchAll(/^commonplace_(\w+) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]),
  );
}

test('a number that can’t be read, or not soon, is left out until it can; what still hangs is not asked again', async () => {
  const metrics = createMetrics();
  let asked = 0;
  let read = async () => 1;
  metrics.watch({ name: 'changing', says: 'Changes.', read: () => (asked++, read()) });
  metrics.watch({ name: 'steady', says: 'Stands.', read: () => 7 });
  metrics.watch({ name: 'known', says: 'Is told in any case.', read: () => read(), otherwise: 0 });
  expect(await told(metrics)).toEqual({ changing: 1, steady: 7, known: 1 });
  read = () => Promise.reject(new Error('gone'));
  expect(await told(metrics)).toEqual({ steady: 7, known: 0 });
  const hanging = Promise.withResolvers<number>();
  read = () => hanging.promise;
  asked = 0;
  expect(await told(metrics)).toEqual({ steady: 7, known: 0 });
  expect(await told(metrics)).toEqual({ steady: 7, known: 0 });
  expect(asked).toBe(1);
  hanging.resolve(1);
  read = async () => 2;
  await expect.poll(() => told(metrics)).toEqual({ changing: 2, steady: 7, known: 2 });
});

test('they are told while the database is busy, and when it is gone', async () => {
  const database = await pgliteDatabase();
  await migrate(database, [...storeMigrations, ...searchMigrations]);
  const metrics = createMetrics();
  for (const one of gaugesOf({ database })) metrics.watch(one);
  metrics.count('readUsage', 200, 0.01);
  expect(await told(metrics)).toMatchObject({ database_up: 1, unread_memories: 0, database_connections_open: 1 });
  const query = database.query('select pg_sleep(6)');
  const busy = await told(metrics);
  expect(busy).toMatchObject({ database_up: 0, database_connections_open: 1 });
  expect(busy).not.toHaveProperty('unread_memories');
  expect(await metrics.text()).toContain('commonplace_requests_total{operation="readUsage",status="200"} 1');
  await query;
  await expect.poll(() => told(metrics)).toMatchObject({ database_up: 1, unread_memories: 0 });
  await database.close();
  const gone = await told(metrics);
  expect(gone).toMatchObject({ database_up: 0 });
  expect(gone).not.toHaveProperty('unread_memories');
});
