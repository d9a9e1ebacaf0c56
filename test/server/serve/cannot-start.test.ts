import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runScript, type CommandResult } from '../../../scripts/server/command.ts';
import { dataFolderForTest, folderForTest, request, serverForTest } from '../../support/server/for-test.ts';

describe('a server that can’t start says why in one line and exits', () => {
  const serve = (args: string[], url = ''): Promise<CommandResult> =>
    runScript('scripts/serve/main.ts', args, { env: { DATABASE_URL: url } });
  const sentence = (text: string | RegExp) => ({
    code: 1,
    stdout: '',
    stderr: typeof text === 'string' ? `${text}\n` : (expect.stringMatching(text) as string),
  });

  test('if its port is in use', async () => {
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

  test('if this machine lacks the address', async () => {
    expect(await serve(['--host', '192.0.2.1', '--port', '0', '--data', dataFolderForTest()])).toEqual(
      sentence('This machine has no address 192.0.2.1 to listen on. Choose another with --host.'),
    );
  });

  test('if its folder is in use by another process', async () => {
    const server = await serverForTest();
    expect(await serve(['--port', '0', '--data', server.folder!])).toEqual(
      sentence(
        `The folder ${server.folder} is in use by another process (PID ${server.process.pid}). Stop it first, or choose another folder with --data.`,
      ),
    );
    expect((await request(`${server.url}/usage`, server.token)).status).toBe(200);
  });

  test('if its folder is a file', async () => {
    const file = join(folderForTest('serve'), 'file');
    writeFileSync(file, '');
    expect(await serve(['--port', '0', '--data', file])).toEqual(sentence(/^The folder \S+ can't be written: .*\.\n$/));
  });

  test.runIf(process.platform !== 'win32')('if its folder can’t be written', async () => {
    const closed = join(folderForTest('serve'), 'closed');
    mkdirSync(closed, { mode: 0o555 });
    // Not even root can write to /sys.
    const folder = process.getuid?.() === 0 ? '/sys/commonplace' : closed;
    expect(await serve(['--port', '0', '--data', folder])).toEqual(
      sentence(`The folder ${folder} can't be written: permission denied.`),
    );
  });

  test('if the path of its folder is too long for a socket', async () => {
    const folder = join(folderForTest('serve'), 'x'.repeat(100));
    expect(await serve(['--port', '0', '--data', folder])).toEqual(
      sentence(
        /^The path of the folder \S+ is too long for the server's socket. Choose a folder whose path has at most \d+ bytes\.\n$/,
      ),
    );
  });

  test('if its database can’t be reached', async () => {
    expect(await serve(['--port', '0'], 'postgres://me:secret@127.0.0.1:1/none')).toEqual(
      sentence(/^The database at 127\.0\.0\.1:1 can't be reached: .*ECONNREFUSED.*\n$/),
    );
  });
});
