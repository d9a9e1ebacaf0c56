import { expect, onTestFinished, test } from 'vitest';
import { startCluster } from '../../../scripts/postgres/cluster.ts';
import { obtainPostgres } from '../../../scripts/postgres/obtain.ts';
import { databaseForTest, request, serverForTest } from '../../support/server/for-test.ts';

test('the metrics show unindexed memories and the use of connections', async () => {
  const { url } = await serverForTest({ env: { DATABASE_URL: await databaseForTest() } });
  const text = await (await fetch(url.replace(/v1$/, 'metrics'))).text();
  expect(text).toContain('commonplace_unread_memories 0');
  for (const name of ['open', 'idle', 'waiting'])
    expect(text).toMatch(new RegExp(`^commonplace_database_connections_${name} \\d+$`, 'm'));
});

test('the metrics can be read while the database is gone', async () => {
  const cluster = await startCluster(obtainPostgres(console.error), { fsync: 'off' });
  onTestFinished(() => cluster.stop());
  const { url, token } = await serverForTest({ env: { DATABASE_URL: cluster.url } });
  const ask = async () => {
    const answer = await fetch(url.replace(/v1$/, 'metrics'));
    return { status: answer.status, text: await answer.text() };
  };
  expect((await ask()).text).toMatch(/^commonplace_database_up 1$/m);
  await cluster.kill();
  expect((await request(`${url}/usage`, token)).status).toBe(503);
  const { status, text } = await ask();
  expect(status).toBe(200);
  expect(text).toMatch(/^commonplace_database_up 0$/m);
  expect(text).toContain('commonplace_requests_total{operation="none",status="503"} 1');
  expect(text).toMatch(/^process_cpu_seconds_total \d/m);
  expect(text).toMatch(/^commonplace_database_connections_open \d+$/m);
  expect(text).not.toMatch(/^commonplace_unread_memories \d/m);
  await cluster.start();
  await expect.poll(async () => (await ask()).text, { timeout: 20_000 }).toMatch(/^commonplace_database_up 1$/m);
});

test('the metrics require the token that the environment sets', async () => {
  const { url } = await serverForTest({ env: { COMMONPLACE_METRICS_TOKEN: 'watcher' } });
  const ask = async (headers: Record<string, string>) =>
    (await fetch(url.replace(/v1$/, 'metrics'), { headers })).status;
  expect([
    await ask({}),
    await ask({ authorization: 'Bearer other' }),
    await ask({ authorization: 'Bearer watcher' }),
  ]).toEqual([401, 401, 200]);
});
