import { spawn } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { removeFolder, temporaryFolder } from '../../../scripts/browsers/temporary.ts';
import { obtainPostgres } from '../../../scripts/postgres/obtain.ts';
import { startCluster } from '../../../scripts/postgres/cluster.ts';
import { newDatabase } from '../../support/postgres/database.ts';
import { runScript, type Ended } from '../../../scripts/server/command.ts';
import { wire } from '../../support/server/raw.ts';
import { dataFolderForTest, serverForTest } from '../../support/server/for-test.ts';
import { startServer } from '../../../scripts/server/start.ts';

function folderForTest(): string {
  const folder = temporaryFolder('serve');
  onTestFinished(() => removeFolder(folder));
  return folder;
}

async function databaseForTest(): Promise<string> {
  const { url, drop } = await newDatabase();
  onTestFinished(drop);
  return url;
}

const places: [name: string, make: () => Promise<{ folder?: string; env?: NodeJS.ProcessEnv }>][] = [
  ['a folder', async () => ({ folder: folderForTest(), env: { DATABASE_URL: '' } })],
  ['PostgreSQL', async () => ({ env: { DATABASE_URL: await databaseForTest() } })],
];

const send = (url: string, token: string, method = 'GET', body?: object) =>
  fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

describe.each(places)('on %s', (_, make) => {
  test('says where it listens, and the first token once; what was saved is there after a restart', async () => {
    const place = await make();
    const first = await startServer(place);
    expect(first.output.stdout).toMatch(
      /^Commonplace v1 is listening on (http:\/\/127\.0\.0\.1:\d+)\/v1\nOpen \1\/ and sign in with cpk_[0-9a-z]{26}_[0-9a-f]{64}\n$/,
    );
    expect(await (await send(`${first.url}/tokens`, first.token)).json()).toMatchObject({
      tokens: [
        {
          name: 'first token',
          scopes: expect.arrayContaining(['tokens:manage', 'memories:import']) as string[],
          expiresAt: null,
        },
      ],
    });
    const saved = (await (
      await send(`${first.url}/memories`, first.token, 'POST', { content: 'the lighthouse keeper' })
    ).json()) as { id: string; source: string };
    expect(saved.source).toBe('api:first token');
    expect(await first.stop()).toBe(0);

    const second = await serverForTest(place);
    expect(second.output.stdout).toMatch(
      /^Commonplace v1 is listening on (\S+)\/v1\nOpen \1\/ and sign in with your token\.\n$/,
    );
    expect(await (await send(`${second.url}/memories/${saved.id}`, first.token)).json()).toEqual(saved);
    const found = (await (
      await send(`${second.url}/memories/search`, first.token, 'POST', { query: 'lighthouse', mode: 'keyword' })
    ).json()) as { memories: { id: string }[] };
    expect(found.memories.map(({ id }) => id)).toEqual([saved.id]);
  });
});

test('two that start at once on one new PostgreSQL have one first token between them', async () => {
  const env = { DATABASE_URL: await databaseForTest() };
  const [one, other] = await Promise.all([serverForTest({ env }), serverForTest({ env })]);
  const tokens = [one.token, other.token].filter((token) => token !== '');
  expect(tokens).toHaveLength(1);
  for (const { url } of [one, other]) expect((await send(`${url}/usage`, tokens[0]!)).status).toBe(200);
});

test('the metrics tell what is unread and how the connections are used', async () => {
  const { url } = await serverForTest({ env: { DATABASE_URL: await databaseForTest() } });
  const text = await (await fetch(url.replace(/v1$/, 'metrics'))).text();
  expect(text).toContain('commonplace_unread_memories 0');
  for (const name of ['open', 'idle', 'waiting'])
    expect(text).toMatch(new RegExp(`^commonplace_database_connections_${name} \\d+$`, 'm'));
});

test('the metrics are told while the database is gone', async () => {
  const cluster = await startCluster(obtainPostgres(console.error), { fsync: 'off' });
  onTestFinished(() => cluster.stop());
  const { url, token } = await serverForTest({ env: { DATABASE_URL: cluster.url } });
  const ask = async () => {
    const answer = await fetch(url.replace(/v1$/, 'metrics'));
    return { status: answer.status, text: await answer.text() };
  };
  expect((await ask()).text).toMatch(/^commonplace_database_up 1$/m);
  await cluster.kill();
  expect((await send(`${url}/usage`, token)).status).toBe(503);
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

test('a started server deletes for good what was in the trash for longer than 30 days, and forgets strangers that are gone', async () => {
  const place = { env: { DATABASE_URL: await databaseForTest() } };
  const first = await startServer(place);
  const ids: string[] = [];
  for (const content of ['old', 'young']) {
    const { id } = (await (await send(`${first.url}/memories`, first.token, 'POST', { content })).json()) as {
      id: string;
    };
    await send(`${first.url}/memories/${id}`, first.token, 'DELETE');
    ids.push(id);
  }
  expect((await send(`${first.url}/usage`, 'none')).status).toBe(401);
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

  // The clock has gone on without a jump for longer than a day.
  const hoursAgo = (hours: number) => Date.now() - hours * 3_600_000;
  const clock = JSON.stringify({ seen: hoursAgo(1), since: hoursAgo(30) });
  const settled = `insert into settings (owner, name, value) select distinct owner, 'clock', $1 from memories on conflict (owner, name) do update set value = excluded.value`;
  expect((await client.query(settled, [clock])).rowCount).toBe(1);

  const { url } = await serverForTest(place);
  const trash = async () =>
    (
      (await (await send(`${url}/memories?deleted=true`, first.token)).json()) as { memories: { id: string }[] }
    ).memories.map(({ id }) => id);
  await expect.poll(trash, { timeout: 20_000 }).toEqual([ids[1]]);
  await expect
    .poll(async () => (await client.query(`select 1 from rate_windows where subject like 'stranger:%'`)).rowCount, {
      timeout: 20_000,
    })
    .toBe(0);
});

test('the metrics are for whoever has the token that the environment names, which no list of processes shows', async () => {
  const { url } = await serverForTest({ env: { COMMONPLACE_METRICS_TOKEN: 'watcher' } });
  const ask = async (headers: Record<string, string>) =>
    (await fetch(url.replace(/v1$/, 'metrics'), { headers })).status;
  expect([
    await ask({}),
    await ask({ authorization: 'Bearer other' }),
    await ask({ authorization: 'Bearer watcher' }),
  ]).toEqual([401, 401, 200]);
});

test('it says which way vectors are compared', async () => {
  const { output } = await serverForTest({ env: { DATABASE_URL: await databaseForTest() } });
  expect(JSON.parse(output.stderr.split('\n')[0]!)).toMatchObject({
    msg: 'listening',
    vectors: 'pgvector',
    database: expect.stringMatching(/^PostgreSQL 1\d/) as string,
  });
});

test.runIf(process.platform !== 'win32').each([
  ['a folder that it makes', false],
  ['a folder that others may look into', true],
])('nobody else can read the memories, or open the socket, in %s', async (_, isThere) => {
  const folder = join(folderForTest(), 'new');
  if (isThere) mkdirSync(folder, { mode: 0o755 });
  await serverForTest({ folder });
  expect((statSync(folder).mode & 0o777).toString(8)).toBe(isThere ? '755' : '700');
  expect((statSync(join(folder, 'database')).mode & 0o777).toString(8)).toBe('700');
  expect((statSync(join(folder, 'admin.sock')).mode & 0o777).toString(8)).toBe('600');
});

describe('SIGTERM', () => {
  test('lets what is under way be answered, takes nothing new, and ends with 0', async () => {
    const server = await serverForTest();
    const url = new URL(server.url);
    const body = JSON.stringify({ content: 'said while it was told to end' });
    const { send, answer } = await wire(Number(url.port));
    send(
      `POST /v1/memories HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${server.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    );
    // Another answer shows that the server has the beginning of the first.
    await fetch(`${url.origin}/healthz`);
    const ended = server.stop();
    await expect
      .poll(() =>
        fetch(`${url.origin}/healthz`).then(
          () => 'answered',
          () => 'refused',
        ),
      )
      .toBe('refused');
    send(body.slice(5));
    const { status, headers } = await answer();
    expect({ status, connection: headers.get('connection') }).toEqual({ status: 201, connection: 'close' });
    expect(await ended).toBe(0);
    expect(server.output.stderr).not.toContain('cut off');
  });

  test.each([
    [
      'within a time',
      false,
      "The server didn't stop within 15 s, and was stopped at once. Confirmed writes are on disk.\n",
    ],
    [
      'at once when it comes again',
      true,
      'The server got a second signal, and was stopped at once. Confirmed writes are on disk.\n',
    ],
  ])('ends a server that waits for a query %s, with 1; nothing acknowledged is lost', async (_, isAgain, sentence) => {
    const place = { env: { DATABASE_URL: await databaseForTest() } };
    const server = await startServer(place);
    const saved = (await (
      await send(`${server.url}/memories`, server.token, 'POST', { content: 'said before' })
    ).json()) as { id: string };
    const holder = new Client({ connectionString: place.env.DATABASE_URL });
    onTestFinished(() => holder.end());
    await holder.connect();
    await holder.query('begin; lock table owners in access exclusive mode');
    const hung = send(`${server.url}/memories`, server.token, 'POST', { content: 'never answered' }).then(
      () => 'answered',
      () => 'cut off',
    );
    const waiting = async () =>
      (
        await holder.query<{ count: string }>(
          `select count(*) from pg_locks where not granted and relation = 'owners'::regclass`,
        )
      ).rows[0]!.count;
    await expect.poll(waiting).not.toBe('0');
    const ended = server.stop();
    if (isAgain) {
      await pause(1_500);
      server.process.kill('SIGTERM');
    }
    expect(await ended).toBe(1);
    expect(server.output.stderr).toContain(sentence);
    expect(await hung).toBe('cut off');
    await holder.query('rollback');
    const next = await serverForTest(place);
    expect(await (await send(`${next.url}/memories/${saved.id}`, server.token)).json()).toEqual(saved);
  });
});

test.runIf(process.platform !== 'win32').each(['SIGTERM', 'SIGINT'] as const)(
  'npm passes %s on, and ends with 0 as the server does',
  async (signal) => {
    const folder = dataFolderForTest();
    const npm = spawn('npm', ['run', 'serve', '--', '--port', '0', '--data', folder], {
      env: { ...process.env, DATABASE_URL: '' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const url = await new Promise<string>((resolve) => {
      let said = '';
      npm.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const [, found] = /listening on (\S+)\n/.exec(said) ?? [];
        if (found !== undefined) resolve(found);
      });
    });
    npm.kill(signal);
    expect(await new Promise((resolve) => npm.once('close', resolve))).toBe(0);
    await expect(fetch(`${url}/usage`)).rejects.toThrow('fetch failed');
  },
);

describe('where it can’t start, it says why in one sentence and ends', () => {
  const serve = (args: string[], url = ''): Promise<Ended> =>
    runScript('scripts/serve/main.ts', args, { env: { DATABASE_URL: url } });
  const sentence = (text: string | RegExp) => ({
    code: 1,
    stdout: '',
    stderr: typeof text === 'string' ? `${text}\n` : (expect.stringMatching(text) as string),
  });

  test('a port in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as { port: number };
    const folder = dataFolderForTest();
    expect(await serve(['--port', String(port), '--data', folder])).toEqual(
      sentence(`Port ${port} of 127.0.0.1 is in use by another program. Stop it, or choose another port with --port.`),
    );
    const { token } = await serverForTest({ folder });
    expect(token).toMatch(/^cpk_/);
  });

  test('an address that this machine has not', async () => {
    expect(await serve(['--host', '192.0.2.1', '--port', '0', '--data', dataFolderForTest()])).toEqual(
      sentence('This machine has no address 192.0.2.1 to listen on. Choose another with --host.'),
    );
  });

  test('a folder in use by another process', async () => {
    const server = await serverForTest();
    expect(await serve(['--port', '0', '--data', server.folder!])).toEqual(
      sentence(
        `The folder ${server.folder} is in use by another process (PID ${server.process.pid}). Stop it first, or choose another folder with --data.`,
      ),
    );
    expect((await send(`${server.url}/usage`, server.token)).status).toBe(200);
  });

  test('a folder that is a file', async () => {
    const file = join(folderForTest(), 'file');
    writeFileSync(file, '');
    expect(await serve(['--port', '0', '--data', file])).toEqual(sentence(/^The folder \S+ can't be written: .*\.\n$/));
  });

  test.runIf(process.platform !== 'win32')('a folder that can’t be written', async () => {
    const closed = join(folderForTest(), 'closed');
    mkdirSync(closed, { mode: 0o555 });
    // Root may write everywhere, but not there.
    const folder = process.getuid?.() === 0 ? '/sys/commonplace' : closed;
    expect(await serve(['--port', '0', '--data', folder])).toEqual(
      sentence(`The folder ${folder} can't be written: permission denied.`),
    );
  });

  test('a folder whose path is too long for a socket', async () => {
    const folder = join(folderForTest(), 'x'.repeat(100));
    expect(await serve(['--port', '0', '--data', folder])).toEqual(
      sentence(/^The path of the folder \S+ is too long for a socket in it. Choose one of at most \d+ bytes\.\n$/),
    );
  });

  test('a database that can’t be reached', async () => {
    expect(await serve(['--port', '0'], 'postgres://me:secret@127.0.0.1:1/none')).toEqual(
      sentence(/^The database at 127\.0\.0\.1:1 can't be reached: .*ECONNREFUSED.*\n$/),
    );
  });
});
