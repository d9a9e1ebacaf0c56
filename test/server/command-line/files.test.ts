import { lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ownTerminal } from '../../../src/server/command-line/own-terminal.ts';
import { removeFolder, temporaryFolder } from '../../support/browsers/temporary.ts';

const isPosix = process.platform !== 'win32';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder('file');
  onTestFinished(() => removeFolder(folder));
});

const written = (path: string) => ownTerminal({ as: 'output', path }, folder);

describe('a file that a command writes', () => {
  test('is whole once the command is done, and not there before', async () => {
    const terminal = await written('out');
    await terminal.write('one\n');
    expect(readdirSync(folder)).not.toContain('out');
    await terminal.write('two\n');
    await terminal.end(true);
    expect(readdirSync(folder)).toEqual(['out']);
    expect(readFileSync(join(folder, 'out'), 'utf8')).toBe('one\ntwo\n');
  });

  test('is nowhere when the command was not done, and what was there stays', async () => {
    writeFileSync(join(folder, 'out'), 'before');
    const terminal = await written('out');
    await terminal.write('half of ');
    await terminal.end(false);
    expect(readdirSync(folder)).toEqual(['out']);
    expect(readFileSync(join(folder, 'out'), 'utf8')).toBe('before');
  });

  test.runIf(isPosix)('is for its owner alone, even where others could read what was there', async () => {
    writeFileSync(join(folder, 'out'), 'before', { mode: 0o644 });
    writeFileSync(join(folder, 'out.unfinished'), 'of a command that was killed', { mode: 0o644 });
    const terminal = await written('out');
    await terminal.write('secret');
    expect(statSync(join(folder, 'out.unfinished')).mode & 0o777).toBe(0o600);
    await terminal.end(true);
    expect(statSync(join(folder, 'out')).mode & 0o777).toBe(0o600);
  });

  test.runIf(isPosix)('goes nowhere that somebody has led its unfinished form to', async () => {
    const elsewhere = join(folder, 'elsewhere');
    symlinkSync(elsewhere, join(folder, 'out.unfinished'));
    const terminal = await written('out');
    await terminal.write('secret');
    await terminal.end(true);
    expect(readdirSync(folder)).toEqual(['out']);
    expect(lstatSync(join(folder, 'out')).isFile()).toBe(true);
  });

  test('that cannot be put in its place is refused in one sentence, and nothing is left', async () => {
    mkdirSync(join(folder, 'out', 'full'), { recursive: true });
    const terminal = await written('out');
    await terminal.write('one\n');
    await expect(terminal.end(true)).rejects.toThrow(new RegExp(`^${join(folder, 'out').replaceAll('\\', '\\\\')} can't be written: [A-Z]+\\.$`));
    expect(readdirSync(folder)).toEqual(['out']);
  });
});
