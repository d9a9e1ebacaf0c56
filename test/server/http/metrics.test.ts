import { expect, test } from 'vitest';
import { migrate } from '../../../src/server/database/migrate.ts';
import { createMetrics } from '../../../src/server/http/metrics.ts';
import { gaugesOf } from '../../../src/server/gauges.ts';
import { searchMigrations } from '../../../src/search/postgres/migrations/index.ts';
import { storeMigrations } from '../../../src/store/postgres/index.ts';
import { pgliteDatabase } from '../../support/postgres/databases.ts';

async function gaugesIn(metrics: { text(): Promise<string> }): Promise<Record<string, number>> {
  const text = await metrics.text();
  return Object.fromEntries(
    [...text.matchAll(/^commonplace_(\w+) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]),
  );
}

test('a gauge that fails or hangs is omitted or shows its fallback, and isn’t read again while it hangs', async () => {
  const metrics = createMetrics();
  let reads = 0;
  let read = async () => 1;
  metrics.watch({ name: 'changing', description: 'Changes.', read: () => (reads++, read()) });
  metrics.watch({ name: 'steady', description: 'Stands.', read: () => 7 });
  metrics.watch({ name: 'known', description: 'Has a fallback.', read: () => read(), otherwise: 0 });
  expect(await gaugesIn(metrics)).toEqual({ changing: 1, steady: 7, known: 1 });
  read = () => Promise.reject(new Error('gone'));
  expect(await gaugesIn(metrics)).toEqual({ steady: 7, known: 0 });
  const hanging = Promise.withResolvers<number>();
  read = () => hanging.promise;
  reads = 0;
  expect(await gaugesIn(metrics)).toEqual({ steady: 7, known: 0 });
  expect(await gaugesIn(metrics)).toEqual({ steady: 7, known: 0 });
  expect(reads).toBe(1);
  hanging.resolve(1);
  read = async () => 2;
  await expect.poll(() => gaugesIn(metrics)).toEqual({ changing: 2, steady: 7, known: 2 });
});

test('the metrics can be read while the database is busy or gone', async () => {
  const database = await pgliteDatabase();
  await migrate(database, [...storeMigrations, ...searchMigrations]);
  const metrics = createMetrics();
  for (const gauge of gaugesOf({ database })) metrics.watch(gauge);
  metrics.count('readUsage', 200, 0.01);
  expect(await gaugesIn(metrics)).toMatchObject({ database_up: 1, unread_memories: 0, database_connections_open: 1 });
  const query = database.query('select pg_sleep(6)');
  const busy = await gaugesIn(metrics);
  expect(busy).toMatchObject({ database_up: 0, database_connections_open: 1 });
  expect(busy).not.toHaveProperty('unread_memories');
  expect(await metrics.text()).toContain('commonplace_requests_total{operation="readUsage",status="200"} 1');
  await query;
  await expect.poll(() => gaugesIn(metrics)).toMatchObject({ database_up: 1, unread_memories: 0 });
  await database.close();
  const gone = await gaugesIn(metrics);
  expect(gone).toMatchObject({ database_up: 0 });
  expect(gone).not.toHaveProperty('unread_memories');
});
