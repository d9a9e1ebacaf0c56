import { spawn } from 'node:child_process';
import { cpSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../../scripts/server/command.ts';
import { databaseForTest, dataFolderForTest } from '../../support/server/for-test.ts';
import { smallVolumeOrReason } from '../../support/small-volume.ts';

/** Only Linux has /dev/full, a device that is always full. */
const onLinux = test.runIf(process.platform === 'linux');

const run = (
  script: string,
  args: string[],
  { stdio, database = '' }: { stdio: ('ignore' | 'pipe' | number)[]; database?: string },
) => {
  const child = spawn(process.execPath, [`scripts/serve/${script}`, ...args], {
    env: { ...process.env, DATABASE_URL: database },
    stdio,
  });
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output.text += text));
  return { child, output, ended: new Promise<number | null>((resolve) => child.once('close', resolve)) };
};

async function withAnna(): Promise<string> {
  const url = await databaseForTest();
  const ended = await runCommand(['user', 'add', 'anna'], { env: { DATABASE_URL: url } });
  expect(ended).toMatchObject({ code: 0 });
  return url;
}

onLinux('a server keeps running if its log can’t be written', async () => {
  const { child, output, ended } = run('main.ts', ['--port', '0'], {
    stdio: ['ignore', 'pipe', openSync('/dev/full', 'w')],
    database: await databaseForTest(),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const address = () => /listening on (\S+)\/v1\n/.exec(output.text)?.[1];
  await expect.poll(address, { timeout: 60_000 }).toBeDefined();
  for (let time = 0; time < 3; time++) expect((await fetch(`${address()}/healthz`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

onLinux.each([
  ['an export', 'export'],
  ['a list', 'user list'],
])('%s exits with 1 and a sentence if its output can’t be written', async (_, command) => {
  const database = await withAnna();
  const { output, ended } = run('command-line.ts', command.split(' '), {
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    database,
  });
  expect(await ended).toBe(1);
  expect(output.text).toBe("Standard output can't be written: ENOSPC.\n");
});

test('a command that lists something exits with 0 if nothing reads its output any more', async () => {
  const { child, output, ended } = run('command-line.ts', ['user', 'list'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    database: await withAnna(),
  });
  child.stdout!.destroy();
  expect(await ended).toBe(0);
  expect(output.text).toBe('');
});

describe('on a full disk', () => {
  /** A folder on a small volume of its own. `fill` leaves at most the given number of bytes free. */
  function folderOnVolume(skip: (note: string) => never) {
    const volume = smallVolumeOrReason(200);
    if (typeof volume === 'string') return skip(volume);
    onTestFinished(() => volume.close());
    const folder = join(volume.path, 'data');
    const serve = async () => {
      const { output, ended } = run('built.ts', ['--port', '0', '--data', folder], {
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      return { code: await ended, stdout: '', stderr: output.text };
    };
    const sentence = `The database in ${join(folder, 'database')} can't be opened: the disk is full. Free some space on it and try again.\n`;
    return { ...volume, folder, serve, refusal: { code: 1, stdout: '', stderr: sentence } };
  }

  test('a server with too little free space for a new database exits with one line', async ({ skip }) => {
    const { fill, serve, refusal } = folderOnVolume(skip);
    fill(10_000_000);
    expect(await serve()).toEqual(refusal);
  });

  test('without free space to open the database, a server and the command `doctor` exit with one line; a command works once there is free space', async ({
    skip,
  }) => {
    const { folder, fill, freeSpace, serve, refusal } = folderOnVolume(skip);
    const command = (...args: string[]) => runCommand([...args, '--data', folder], { env: { DATABASE_URL: '' } });
    cpSync(dataFolderForTest(), folder, { recursive: true });
    // PostgreSQL writes more than this when it opens a database.
    fill(4_096);
    expect(await serve()).toEqual(refusal);
    expect(await command('doctor')).toEqual(refusal);
    freeSpace();
    expect(await command('user', 'add', 'anna')).toMatchObject({ code: 0 });
  });
});
