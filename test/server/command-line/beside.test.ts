import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { adminAddress } from '../../../src/server/admin/address.ts';
import { askServer } from '../../../src/server/admin/ask.ts';
import { openAdminSocket } from '../../../src/server/admin/socket.ts';
import type { ServerParts } from '../../../src/server/compose.ts';
import { PlainFault } from '../../../src/server/plain-fault.ts';
import { removeFolder, temporaryFolder } from '../../../scripts/browsers/temporary.ts';
import { desks } from './places.ts';

/** Each command is a process that opens a database, or asks the one that has it. */
const patience = 300_000;

/** More than a header may hold, and less than one argument. */
const long = 'ä'.repeat(50_000);

describe('a command of great length', () => {
  const at = (name: string) => desks.find(([desk]) => desk === name)![1]();

  test('is carried out beside a server as it is without one', { timeout: patience }, async () => {
    const [alone, beside] = [await at('on a folder'), await at('beside the server of a folder')];
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

  test('is fed beside a server, whatever it is fed', { timeout: patience }, async () => {
    const { run, done } = await at('beside the server of a folder');
    const exported = await done(['export']);
    expect(JSON.parse(await done(['import', '--json'], exported))).toMatchObject({ replaced: 0 });
    const wrong = await run(['import'], `no export\n${'x'.repeat(3_000_000)}\n`);
    expect(wrong).toMatchObject({ code: 1, stdout: '' });
    expect(wrong.stderr).toMatch(/^[^\n]+\n$/);
    expect(wrong.stderr).not.toContain('server ended');
  });
});

describe('where the server ends in the middle of a command, that is said in one sentence', () => {
  const written: string[] = [];
  const terminal = { input: (async function* () {})(), write: async (text: string) => void written.push(text) };

  const cases: [string, RequestListener][] = [
    ['before it answers', (_, response) => response.destroy()],
    ['while it answers', (_, response) => response.write('half of ', () => response.destroy())],
    ['without saying how the command ended', (_, response) => response.end('half of ')],
  ];

  test.each(cases)('%s', async (_, listener) => {
    const folder = temporaryFolder('ends');
    onTestFinished(() => removeFolder(folder));
    const server = createServer(listener).listen(adminAddress(folder));
    onTestFinished(() => server.close().closeAllConnections());
    await expect(askServer(folder, ['user', 'list'], terminal)).rejects.toThrow(
      new PlainFault('The server stopped before it ran the command.'),
    );
  });

  // As root, who may open everything, this becomes another user for a moment.
  test.runIf(process.platform !== 'win32').each([
    ['its socket', ({ socket }: { socket: string }) => chmodSync(socket, 0)],
    ['its folder', ({ folder }: { folder: string }) => chmodSync(folder, 0)],
  ])('and where %s is closed to who asks, what to do', async (_, close) => {
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
      new PlainFault(`The folder ${folder} belongs to another user. Run this as the user who runs the server.`),
    );
  });

  test('and where there is none, the command is not asked of it', async () => {
    expect(await askServer(join(temporaryFolder('none')), ['user', 'list'], terminal)).toBe(false);
  });
});

test.runIf(process.platform !== 'win32')('a folder that takes no socket is named for it', async () => {
  const folder = join(temporaryFolder('none'), 'gone');
  await expect(openAdminSocket(folder, {} as ServerParts, { now: Date.now })).rejects.toThrow(
    `Can't create a socket in the folder ${folder} (`,
  );
});
