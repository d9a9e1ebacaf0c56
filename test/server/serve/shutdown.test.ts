import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../../scripts/server/start.ts';
import { runsAll } from '../../support/rounds.ts';
import { databaseForTest, dataFolderForTest, request, serverForTest } from '../../support/server/for-test.ts';
import { wire } from '../../support/server/raw.ts';

describe('a server that gets SIGTERM', () => {
  test('answers running requests, accepts no new ones, and exits with 0', async () => {
    const server = await serverForTest();
    const url = new URL(server.url);
    const body = JSON.stringify({ content: 'saved during shutdown' });
    const { send, answer } = await wire(Number(url.port));
    send(
      `POST /v1/memories HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${server.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    );
    // This response shows that the server has the beginning of the first request.
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
      'after a time limit',
      false,
      `The server didn't stop within ${runsAll ? 15 : 2} s, and was stopped at once. Confirmed writes are on disk.\n`,
    ],
    [
      'at once if it gets SIGTERM again',
      true,
      'The server got a second signal, and was stopped at once. Confirmed writes are on disk.\n',
    ],
  ])(
    'while a request waits for a query, ends with exit code 1 %s, and loses no confirmed write',
    async (_, isAgain, sentence) => {
      const place = { env: { DATABASE_URL: await databaseForTest() } };
      // `npm test` shortens the time limit.
      const hasLessTime = !isAgain && !runsAll;
      const server = await startServer({
        ...place,
        ...(hasLessTime && { script: 'test/support/server/impatient.ts' }),
      });
      const saved = (await (
        await request(`${server.url}/memories`, server.token, 'POST', { content: 'said before' })
      ).json()) as { id: string };
      const holder = new Client({ connectionString: place.env.DATABASE_URL });
      onTestFinished(() => holder.end());
      await holder.connect();
      await holder.query('begin; lock table owners in access exclusive mode');
      const hung = request(`${server.url}/memories`, server.token, 'POST', { content: 'never answered' }).then(
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
      expect(await (await request(`${next.url}/memories/${saved.id}`, server.token)).json()).toEqual(saved);
    },
  );
});

test.runIf(process.platform !== 'win32').each(['SIGTERM', 'SIGINT'] as const)(
  'npm forwards %s and exits with 0 like the server',
  async (signal) => {
    const folder = dataFolderForTest();
    const npm = spawn('npm', ['run', 'serve', '--', '--port', '0', '--data', folder], {
      env: { ...process.env, DATABASE_URL: '' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const url = await new Promise<string>((resolve) => {
      let output = '';
      npm.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const [, found] = /listening on (\S+)\n/.exec(output) ?? [];
        if (found !== undefined) resolve(found);
      });
    });
    npm.kill(signal);
    expect(await new Promise((resolve) => npm.once('close', resolve))).toBe(0);
    await expect(fetch(`${url}/usage`)).rejects.toThrow('fetch failed');
  },
);
