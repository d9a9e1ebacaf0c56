import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { adminAddress } from '../../../src/server/admin/address.ts';
import { askServer } from '../../../src/server/admin/ask.ts';
import { openAdminSocket } from '../../../src/server/admin/socket.ts';
import type { ServerParts } from '../../../src/server/compose.ts';
import { CommandError } from '../../../src/server/command-error.ts';
import { removeFolder, temporaryFolder } from '../../../scripts/browsers/temporary.ts';
import { setups } from './setups.ts';

/** Each command starts a process, which may open a database. */
const timeoutMs = 300_000;

/** Longer than any HTTP header may be, but short enough for an argument of a process. */
const long = 'ä'.repeat(50_000);

describe('a very long input', () => {
  const newSetup = (name: string) => setups.find(([setup]) => setup === name)![1]();

  test('in an argument gives the same error with and without a running server', { timeout: timeoutMs }, async () => {
    const [alone, beside] = [await newSetup('on a folder'), await newSetup('beside the server of a folder')];
    const commands = [
      ['user', 'add', long],
      ['token', 'create', '--user', 'me', '--name', long, '--scopes', 'memories:read'],
    ];
    await alone.run(['user', 'add', 'me']);
    for (const command of commands) {
      const { code, stderr } = await alone.run(command);
      expect(await beside.run(command)).toMatchObject({ code, stderr });
    }
  });

  test('that isn’t an export gets a one-line error through a running server', { timeout: timeoutMs }, async () => {
    const { run, done } = await newSetup('beside the server of a folder');
    const exported = await done(['export']);
    expect(JSON.parse(await done(['import', '--json'], exported))).toMatchObject({ replaced: 0 });
    const wrong = await run(['import'], `no export\n${'x'.repeat(3_000_000)}\n`);
    expect(wrong).toMatchObject({ code: 1, stdout: '' });
    expect(wrong.stderr).toMatch(/^[^\n]+\n$/);
    expect(wrong.stderr).not.toContain('server stopped');
  });
});

describe('a command through a server', () => {
  const written: string[] = [];
  const terminal = { input: (async function* () {})(), write: async (text: string) => void written.push(text) };

  const cases: [string, RequestListener][] = [
    ['fails in one sentence if the server ends before it responds', (_, response) => response.destroy()],
    [
      'fails in one sentence if the server ends during its response',
      (_, response) => response.write('half of ', () => response.destroy()),
    ],
    ['fails in one sentence if the response lacks the exit code', (_, response) => response.end('half of ')],
  ];

  test.each(cases)('%s', async (_, listener) => {
    const folder = temporaryFolder('ends');
    onTestFinished(() => removeFolder(folder));
    const server = createServer(listener).listen(adminAddress(folder));
    onTestFinished(() => server.close().closeAllConnections());
    await expect(askServer(folder, ['user', 'list'], terminal)).rejects.toThrow(
      new CommandError('The server stopped before the command was done.'),
    );
  });

  // Root may open everything, so if this process runs as root, it becomes another user for this test.
  test.runIf(process.platform !== 'win32').each([
    ['the server’s socket', ({ socket }: { socket: string }) => chmodSync(socket, 0)],
    ['the server’s folder', ({ folder }: { folder: string }) => chmodSync(folder, 0)],
  ])('says what to do if the user can’t access %s', async (_, close) => {
    const me = process.geteuid!();
    const folder = temporaryFolder('closed');
    const socket = adminAddress(folder);
    const server = createServer().listen(socket);
    await once(server, 'listening');
    onTestFinished(() => {
      process.seteuid!(me);
      chmodSync(folder, 0o700);
      server.close();
      removeFolder(folder);
    });
    chmodSync(folder, 0o755);
    close({ socket, folder });
    if (me === 0) process.seteuid!(65_534);
    await expect(askServer(folder, ['user', 'list'], terminal)).rejects.toThrow(
      new CommandError(`The folder ${folder} belongs to another user. Run this as the user who runs the server.`),
    );
  });

  test('isn’t run if there is no server, and askServer returns false', async () => {
    expect(await askServer(join(temporaryFolder('none')), ['user', 'list'], terminal)).toBe(false);
  });
});

test.runIf(process.platform !== 'win32')('the error names the folder in which no socket can be created', async () => {
  const folder = join(temporaryFolder('none'), 'gone');
  await expect(openAdminSocket(folder, {} as ServerParts, { now: Date.now })).rejects.toThrow(
    `Can't create a socket in the folder ${folder} (`,
  );
});
