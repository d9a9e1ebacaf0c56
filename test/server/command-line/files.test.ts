import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ownTerminal } from '../../../src/server/command-line/own-terminal.ts';
import { CommandError } from '../../../src/server/command-error.ts';
import { removeFolder, temporaryFolder } from '../../../scripts/browsers/temporary.ts';

const isPosix = process.platform !== 'win32';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder('file');
  onTestFinished(() => removeFolder(folder));
});

const written = (path: string) => ownTerminal({ as: 'output', path }, folder);

describe('a file that a command writes', () => {
  test('appears complete when the command is done, and not before', async () => {
    const terminal = await written('out');
    await terminal.write('one\n');
    expect(readdirSync(folder)).not.toContain('out');
    await terminal.write('two\n');
    await terminal.end(true);
    expect(readdirSync(folder)).toEqual(['out']);
    expect(readFileSync(join(folder, 'out'), 'utf8')).toBe('one\ntwo\n');
  });

  test('doesn’t appear if the command fails, and an existing file stays', async () => {
    writeFileSync(join(folder, 'out'), 'before');
    const terminal = await written('out');
    await terminal.write('half of ');
    await terminal.end(false);
    expect(readdirSync(folder)).toEqual(['out']);
    expect(readFileSync(join(folder, 'out'), 'utf8')).toBe('before');
  });

  test.runIf(isPosix).each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'leaves nothing behind after %s',
    async (signal) => {
      const program = `import { ownTerminal } from ${JSON.stringify(new URL('../../../src/server/command-line/own-terminal.ts', import.meta.url))};
      const terminal = await ownTerminal({ as: 'output', path: 'out' }, ${JSON.stringify(folder)});
      await terminal.write('half of ');
      console.log('written');
      setInterval(() => {}, 1_000);`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      expect(readdirSync(folder)).toHaveLength(1);
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([null, signal]);
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  test.runIf(isPosix)('is readable only by its owner, even if others could read the old file', async () => {
    writeFileSync(join(folder, 'out'), 'before', { mode: 0o644 });
    const terminal = await written('out');
    await terminal.write('secret');
    expect(
      readdirSync(folder)
        .toSorted()
        .map((name) => statSync(join(folder, name)).mode & 0o777),
    ).toEqual([0o644, 0o600]);
    await terminal.end(true);
    expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600]);
  });

  test('has the complete output of one command if two commands write the file at the same time', async () => {
    const texts = ['one'.repeat(10_000), 'two'.repeat(20_000)];
    const terminals = [await written('out'), await written('out')];
    await Promise.all(terminals.map((terminal, index) => terminal.write(texts[index]!)));
    await Promise.all(terminals.map((terminal) => terminal.end(true)));
    expect(readdirSync(folder)).toEqual(['out']);
    expect(texts).toContain(readFileSync(join(folder, 'out'), 'utf8'));
  });

  test.runIf(isPosix)('replaces the target of a symbolic link and keeps the link', async () => {
    writeFileSync(join(folder, 'kept'), 'before');
    symlinkSync(join(folder, 'kept'), join(folder, 'out'));
    const terminal = await written('out');
    await terminal.write('after');
    await terminal.end(true);
    expect(readFileSync(join(folder, 'kept'), 'utf8')).toBe('after');
    expect(lstatSync(join(folder, 'out')).isSymbolicLink()).toBe(true);
  });

  test.runIf(isPosix)('doesn’t replace a pipe', async () => {
    execFileSync('mkfifo', [join(folder, 'out')]);
    await expect(written('out')).rejects.toThrow(
      new CommandError(
        `${join(folder, 'out')} isn't a regular file. Leave out --file and redirect standard output to it.`,
      ),
    );
    expect(readdirSync(folder)).toEqual(['out']);
  });

  test('is named in the error, with its whole path, if its folder is missing', async () => {
    await expect(written('missing/out')).rejects.toThrow(
      new CommandError(`${join(folder, 'missing', 'out')} can't be opened: ENOENT.`),
    );
  });

  test('is deleted if it can’t be moved to its path, and the command fails with one sentence', async () => {
    const terminal = await written('out');
    await terminal.write('one\n');
    mkdirSync(join(folder, 'out', 'full'), { recursive: true });
    await expect(terminal.end(true)).rejects.toThrow(
      new RegExp(`^${join(folder, 'out').replaceAll('\\', '\\\\')} can't be written: [A-Z]+\\.$`),
    );
    expect(readdirSync(folder)).toEqual(['out']);
  });
});

test.each(['output', 'input'] as const)('refuses a folder as %s', async (as) => {
  await expect(ownTerminal({ as, path: '.' }, folder)).rejects.toThrow(
    new CommandError(`${folder} is a folder. Name a file.`),
  );
});
