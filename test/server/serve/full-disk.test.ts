import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../support/server/command.ts';
import { dataFolderForTest } from '../../support/server/for-test.ts';

/** Linux alone has a device that is always full. */
const onLinux = test.runIf(process.platform === 'linux');

/** Resolves with the exit code. */
const run = (script: string, args: string[], stdio: ('ignore' | 'pipe' | number)[]) => {
  const child = spawn(process.execPath, [`scripts/serve/${script}`, ...args], { env: { ...process.env, DATABASE_URL: '' }, stdio });
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (said.text += text));
  return { child, said, ended: new Promise<number | null>((resolve) => child.once('close', resolve)) };
};

onLinux('a server whose log finds no room goes on without it', async () => {
  const { child, said, ended } = run('main.ts', ['--port', '0', '--data', dataFolderForTest()], ['ignore', 'pipe', openSync('/dev/full', 'w')]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const address = () => /listening on (\S+)\/v1\n/.exec(said.text)?.[1];
  await expect.poll(address, { timeout: 60_000 }).toBeDefined();
  for (let time = 0; time < 3; time++) expect((await fetch(`${address()}/healthz`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

onLinux.each([
  ['an export', 'export'],
  ['a list', 'user list'],
])('%s that finds no room says so, and ends with 1', async (_, command) => {
  const folder = dataFolderForTest();
  expect(await runCommand(['user', 'add', 'anna', '--data', folder], { env: { DATABASE_URL: '' } })).toMatchObject({ code: 0 });
  const { said, ended } = run('command-line.ts', [...command.split(' '), '--data', folder], ['ignore', openSync('/dev/full', 'w'), 'pipe']);
  expect(await ended).toBe(1);
  expect(said.text).toBe("Standard output can't be written: ENOSPC.\n");
});

test('a list that nobody reads ends well', async () => {
  const folder = dataFolderForTest();
  await runCommand(['user', 'add', 'anna', '--data', folder], { env: { DATABASE_URL: '' } });
  const { child, said, ended } = run('command-line.ts', ['user', 'list', '--data', folder], ['ignore', 'pipe', 'pipe']);
  child.stdout!.destroy();
  expect(await ended).toBe(0);
  expect(said.text).toBe('');
});
