import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from '../../../src/server/command-line/parse.ts';
import { commands, readCommand } from '../../../src/server/command-line/table.ts';
import { serveUsage } from '../../../src/server/config.ts';
import { CommandError } from '../../../src/server/command-error.ts';
import { removeFolder, temporaryFolder } from '../../../scripts/browsers/temporary.ts';
import { runCommand, runScript } from '../../../scripts/server/command.ts';

const usageError = (sentence: string) => new CommandError(sentence, 2);

describe('a command with wrong arguments', () => {
  test.each([
    [['frob'], 'Unknown command “frob”; see --help.'],
    [['user'], 'Unknown command “user”; see --help.'],
    [['user', 'add'], 'NAME is missing: user add NAME [options]'],
    [['user', 'add', 'anna', 'bert'], 'Unexpected argument “bert”: user add NAME [options]'],
    [['user', 'list', '--frob'], 'Unknown option --frob; see --help.'],
    [['user', 'list', '--json=yes'], '--json takes no value.'],
    [['user', 'list', '--data'], '--data needs a value.'],
    [['user', 'list', '--data', '--json'], '--data needs a value.'],
    [['token', 'create', '--name', 'x', '--scopes', 'memories:read'], '--user needs a value.'],
    [
      ['token', 'create', '--user', 'me', '--name', 'x', '--scopes', 'memories:read', '--expires', 'soon'],
      '--expires must be a duration such as 30d or 12h, or an ISO 8601 time, not “soon”.',
    ],
    [
      ['token', 'create', '--user', 'me', '--name', 'x', '--scopes', 'memories:read', '--rate', '120'],
      '--rate must look like 120/60: requests/seconds, not “120”.',
    ],
    [['plan', 'set', 'me', 'golden'], '“golden” must be one of unlimited, free.'],
  ])('is refused with a sentence: %j', (args, sentence) => {
    expect(() => readCommand(args)).toThrow(usageError(sentence));
  });

  test.each([
    [['--port', 'x'], '--port must be a whole number from 0 to 65535, not “x”.'],
    [['--port', '65536'], '--port must be a whole number from 0 to 65535, not “65536”.'],
    [
      ['--allow-origin', 'https://example.org/page'],
      '--allow-origin must be an origin, such as https://example.org, not “https://example.org/page”.',
    ],
    ...[
      'https://memory.example.org',
      'memory.example.org:443',
      'memory.example.org/',
      'me@memory.example.org',
      '*.example.org',
      'büro.example.org',
      '::1',
      'a b',
      '0x7f000001',
    ].map((name): [string[], string] => [
      ['--allow-host', name],
      `--allow-host must be a host name such as memory.example.org, without https:// or a port, not “${name}”.`,
    ]),
    [['--log-level', 'loud'], '--log-level must be one of debug, info, warn, error, silent, not “loud”.'],
    [['--frob'], 'Unknown option --frob; see --help.'],
    [['here'], 'Unexpected argument “here”: npm run serve -- [options]'],
  ])('npm run serve refuses %j with a sentence', (args, sentence) => {
    expect(() => parse(serveUsage, args)).toThrow(usageError(sentence));
  });

  test('npm run serve accepts the forms of host names that browsers send', () => {
    const names = [
      'memory.example.org',
      'Memory.Example.org',
      'memory',
      'my_server',
      'xn--bro-hoa.example.org',
      '192.0.2.7',
      '[2001:db8::7]',
    ];
    expect(
      parse(
        serveUsage,
        names.flatMap((name) => ['--allow-host', name]),
      ).values['allow-host'],
    ).toEqual(names);
  });

  test('exits with 2 and one line on standard error', async () => {
    expect(await runCommand(['frob'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Unknown command “frob”; see --help.\n',
    });
    expect(await runScript('scripts/serve/main.ts', ['--frob'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Unknown option --frob; see --help.\n',
    });
    expect(await runCommand(['user', 'list'], { env: { DATABASE_URL: 'mysql://localhost/x' } })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^DATABASE_URL must be .*\.\n$/) as string,
    });
  });

  test('refuses a folder together with a DATABASE_URL', async () => {
    expect(
      await runCommand(['user', 'list', '--data', 'x'], { env: { DATABASE_URL: 'postgres://localhost/x' } }),
    ).toEqual({ code: 2, stdout: '', stderr: 'Both DATABASE_URL and --data are set. Use one of them.\n' });
  });

  test('refuses a data folder that doesn’t exist, and doesn’t create it', async () => {
    const folder = join(temporaryFolder('slip'), 'mispelt');
    for (const args of [['export'], ['user', 'list'], ['token', 'list']]) {
      expect(await runCommand([...args, '--data', folder], { env: { DATABASE_URL: '' } })).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^There are no memories in \S+mispelt\. Name .*\.\n$/) as string,
      });
    }
    expect(existsSync(folder)).toBe(false);
  });

  test.each([
    [['user', 'list'], /^There are no memories in \S+notes\.txt\. Name .*\.\n$/],
    [['migrate'], /^The folder \S+notes\.txt can't be written: it is a file\.\n$/],
  ])('refuses a file as the data folder: %j', async (args, sentence) => {
    const folder = temporaryFolder('slip');
    onTestFinished(() => removeFolder(folder));
    const file = join(folder, 'notes.txt');
    writeFileSync(file, 'mine');
    expect(await runCommand([...args, '--data', file], { env: { DATABASE_URL: '' } })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(sentence) as string,
    });
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });
});

describe('help', () => {
  test('lists every command', async () => {
    const { code, stdout } = await runCommand(['--help']);
    expect(code).toBe(0);
    for (const { usage } of commands) expect(stdout).toContain(`  ${usage.name}`);
  });

  test.each(commands.map(({ usage }) => usage))('of $name names every option', (usage) => {
    const read = readCommand([...usage.name.split(' '), '--help']);
    for (const name of ['json', 'data', ...Object.keys(usage.options)])
      expect(read).toMatchObject({ help: expect.stringContaining(`--${name}`) as string });
  });
});
