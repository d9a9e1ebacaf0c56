import { chmodSync, cpSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newDatabase } from '../../support/postgres/database.ts';
import {
  databaseForTest,
  dataFolderForTest,
  folderForTest,
  request,
  serverForTest,
} from '../../support/server/for-test.ts';
import { until } from '../../../scripts/browsers/index.ts';
import { startServer, type RunningServer } from '../../../scripts/server/start.ts';

const untilPrinted = ({ output }: RunningServer, words: string) => until(words, () => output.stdout.includes(words));

const places: [name: string, make: () => Promise<{ folder?: string; env?: NodeJS.ProcessEnv }>][] = [
  ['a folder', async () => ({ folder: dataFolderForTest(), env: { DATABASE_URL: '' } })],
  ['PostgreSQL', async () => ({ env: { DATABASE_URL: await databaseForTest() } })],
];

describe.each(places)('on %s', (_, make) => {
  test('prints its URL at each start and the first token once, and keeps what was saved across a restart', async () => {
    const place = await make();
    const first = await startServer(place);
    await untilPrinted(first, '#sign-in=');
    expect(first.output.stdout).toMatch(
      /^Commonplace v1 is listening on (http:\/\/127\.0\.0\.1:\d+)\/v1\nOpen \1\/ and sign in with cpk_[0-9a-z]{26}_[0-9a-f]{64}\nOr open this link within 10 minutes, once: \1\/#sign-in=[\w-]{22}\n$/,
    );
    expect(await (await request(`${first.url}/tokens`, first.token)).json()).toMatchObject({
      tokens: [
        {
          name: 'first token',
          scopes: expect.arrayContaining(['tokens:manage', 'memories:import']) as string[],
          expiresAt: null,
        },
      ],
    });
    const saved = (await (
      await request(`${first.url}/memories`, first.token, 'POST', { content: 'the lighthouse keeper' })
    ).json()) as { id: string; source: string };
    expect(saved.source).toBe('api:first token');
    expect(await first.stop()).toBe(0);

    const second = await serverForTest(place);
    await untilPrinted(second, '#sign-in=');
    expect(second.output.stdout).toMatch(
      /^Commonplace v1 is listening on (\S+)\/v1\nOpen \1\/ and sign in with your token\.\nOr open this link within 10 minutes, once: \1\/#sign-in=[\w-]{22}\n$/,
    );
    expect(await (await request(`${second.url}/memories/${saved.id}`, first.token)).json()).toEqual(saved);
    const found = (await (
      await request(`${second.url}/memories/search`, first.token, 'POST', { query: 'lighthouse', mode: 'keyword' })
    ).json()) as { memories: { id: string }[] };
    expect(found.memories.map(({ id }) => id)).toEqual([saved.id]);
  });
});

test('of two servers that start together on a new database, only one shows a first token', async () => {
  const { url: database, drop } = await newDatabase();
  onTestFinished(drop);
  const env = { DATABASE_URL: database };
  const [one, other] = await Promise.all([serverForTest({ env }), serverForTest({ env })]);
  const tokens = [one.token, other.token].filter((token) => token !== '');
  expect(tokens).toHaveLength(1);
  for (const { url } of [one, other]) expect((await request(`${url}/usage`, tokens[0]!)).status).toBe(200);
});

test('a start deletes memories trashed over 30 days ago, and old rate windows of unauthenticated senders', async () => {
  const place = { env: { DATABASE_URL: await databaseForTest() } };
  const first = await startServer(place);
  const ids: string[] = [];
  for (const content of ['old', 'young']) {
    const { id } = (await (await request(`${first.url}/memories`, first.token, 'POST', { content })).json()) as {
      id: string;
    };
    await request(`${first.url}/memories/${id}`, first.token, 'DELETE');
    ids.push(id);
  }
  expect((await request(`${first.url}/usage`, 'none')).status).toBe(401);
  await first.stop();
  const client = new Client({ connectionString: place.env.DATABASE_URL });
  onTestFinished(() => client.end());
  await client.connect();
  const longAgo = Date.now() - 31 * 86_400_000;
  expect(
    (await client.query('update memories set deleted_at = $2 where id = $1', [ids[0], new Date(longAgo).toISOString()]))
      .rowCount,
  ).toBe(1);
  expect(
    (await client.query(`update rate_windows set last_used = $1 where subject like 'stranger:%'`, [longAgo])).rowCount,
  ).toBe(1);

  // Nothing expired is deleted until the clock has run for a day without a jump. Pretends that it has run for longer.
  const hoursAgo = (hours: number) => Date.now() - hours * 3_600_000;
  const clock = JSON.stringify({ seen: hoursAgo(1), since: hoursAgo(30) });
  const settled = `insert into settings (owner, name, value) select distinct owner, 'clock', $1 from memories on conflict (owner, name) do update set value = excluded.value`;
  expect((await client.query(settled, [clock])).rowCount).toBe(1);

  const { url } = await serverForTest(place);
  const trash = async () =>
    (
      (await (await request(`${url}/memories?deleted=true`, first.token)).json()) as { memories: { id: string }[] }
    ).memories.map(({ id }) => id);
  await expect.poll(trash, { timeout: 20_000 }).toEqual([ids[1]]);
  await expect
    .poll(async () => (await client.query(`select 1 from rate_windows where subject like 'stranger:%'`)).rowCount, {
      timeout: 20_000,
    })
    .toBe(0);
});

test('logs how vectors are compared and the version of PostgreSQL', async () => {
  const { output } = await serverForTest({ env: { DATABASE_URL: await databaseForTest() } });
  expect(JSON.parse(output.stderr.split('\n')[0]!)).toMatchObject({
    msg: 'listening',
    vectors: 'pgvector',
    database: expect.stringMatching(/^PostgreSQL 1\d/) as string,
  });
});

test.runIf(process.platform !== 'win32').each([
  ['a folder that the server creates', false],
  ['an existing folder that others can list', true],
])('other users can’t read the memories or open the socket in %s', async (_, exists) => {
  const folder = join(folderForTest('serve'), 'new');
  if (exists) {
    mkdirSync(folder, { mode: 0o755 });
    cpSync(dataFolderForTest(), folder, { recursive: true });
    chmodSync(join(folder, 'database'), 0o755);
  }
  await serverForTest({ folder });
  expect((statSync(folder).mode & 0o777).toString(8)).toBe(exists ? '755' : '700');
  expect((statSync(join(folder, 'database')).mode & 0o777).toString(8)).toBe('700');
  expect((statSync(join(folder, 'admin.sock')).mode & 0o777).toString(8)).toBe('600');
});
