import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDataFolder } from '../../../src/server/data-folder/data-folder.ts';
import { removeFolder, temporaryFolder } from '../../../scripts/browsers/temporary.ts';

function folder(): string {
  const path = temporaryFolder('data');
  onTestFinished(() => removeFolder(path));
  return path;
}

interface Starter {
  child: ChildProcess;
  result: string;
}

const hasLock = ({ result }: Starter) => result === 'took it';

async function start(path: string): Promise<Starter> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../support/postgres/folder-holder.ts'), path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [result] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  return { child, result: result.trim() };
}

async function end({ child }: Starter, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

describe('the folder of a server', () => {
  test('is created if missing, accessible only to its owner, and is unlocked when closed', async () => {
    const path = join(folder(), 'deep', 'within');
    const first = await openDataFolder(path);
    expect(first).toMatchObject({ database: join(path, 'database') });
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o700);
    await first.close();
    const second = await openDataFolder(path);
    await second.close();
    expect(readdirSync(path)).toEqual(['lock']);
  });

  test('is refused to a second process, with the PID of the first', async () => {
    const path = folder();
    const first = await start(path);
    expect(first.result).toBe('took it');
    const second = await start(path);
    expect(second.result).toMatch(/is in use by another process/);
    expect(second.result).toContain(`(PID ${first.child.pid})`);
    expect(second.result.split('\n')).toHaveLength(1);
    await expect(openDataFolder(path)).rejects.toThrow(`(PID ${first.child.pid})`);
  });

  test('is also refused to the process that has already locked it', async () => {
    const path = folder();
    const first = await openDataFolder(path);
    await expect(openDataFolder(path)).rejects.toThrow('in use');
    await first.close();
  });

  test.runIf(process.platform !== 'win32').each([
    ['new lock files', () => {}],
    [
      'lock files of an older version, which other users could read',
      (path: string) => ['lock', 'lock.pid'].forEach((name) => writeFileSync(join(path, name), '', { mode: 0o644 })),
    ],
  ])('has lock files that only its owner can open, even if others can open the folder: %s', async (_, prepare) => {
    const path = folder();
    chmodSync(path, 0o755);
    prepare(path);
    const open = await openDataFolder(path);
    onTestFinished(() => open.close());
    for (const name of ['lock', 'lock.pid'])
      expect([name, statSync(join(path, name)).mode & 0o777]).toEqual([name, 0o600]);
    await expect(openDataFolder(path)).rejects.toThrow('in use');
    expect(hasLock(await start(path))).toBe(false);
  });

  test.each(['SIGKILL', 'SIGTERM'] as const)('is unlocked at once when its process is ended by %s', async (signal) => {
    const path = folder();
    const first = await start(path);
    await end(first, signal);
    expect(existsSync(join(path, 'lock.pid'))).toBe(true);
    const second = await start(path);
    expect(second.result).toBe('took it');
  });

  test('isn’t locked by a dead process whose PID another process now has', async () => {
    const path = folder();
    writeFileSync(join(path, 'lock.pid'), `${process.pid}\n`);
    expect((await start(path)).result).toBe('took it');
  });

  test('is opened by exactly one of ten processes that start at the same moment, also after a kill', async () => {
    const path = folder();
    for (let round = 0; round < 2; round++) {
      const starters = await Promise.all(Array.from({ length: 10 }, () => start(path)));
      expect(starters.filter(hasLock)).toHaveLength(1);
      const holder = starters.find(hasLock)!;
      for (const refused of starters.filter((starter) => starter !== holder))
        expect(refused.result).toContain(`(PID ${holder.child.pid})`);
      await end(holder, 'SIGKILL');
    }
  });

  test.runIf(process.platform === 'linux')(
    'is refused, without endless retries, if the system doesn’t let it be created',
    async () => {
      await expect(openDataFolder('/proc/commonplace/data')).rejects.toThrow(
        "The folder /proc/commonplace/data can't be written: a folder can't be created there.",
      );
    },
  );

  test('is refused in one sentence if it is a file, or lies inside a file', async () => {
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    await expect(openDataFolder(file)).rejects.toThrow(`The folder ${file} can't be written: it is a file.`);
    await expect(openDataFolder(join(file, 'within'))).rejects.toThrow('is a file.');
  });
});
