import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readCommand } from '../command-line/table.ts';
import type { ServerParts } from '../compose.ts';
import { CommandError, commandErrorOf } from '../command-error.ts';
import { adminAddress } from './address.ts';
import { endingText, readRequest, type Ending } from './exchange.ts';

/**
 * Accepts commands for the database of this process, over a socket in the data folder or, on Windows, a named pipe.
 * Only the user who runs the server can open the socket.
 * The caller has locked the folder, so an existing socket is left over from a dead process.
 */
export async function openAdminSocket(
  folder: string,
  parts: ServerParts,
  clock: { now(): number },
): Promise<{ close(): Promise<void> }> {
  const address = adminAddress(folder);
  const server = createServer((request, response) => void answer(request, response, parts, clock.now()));
  // No time limit: the command's input is part of the request and may take long to arrive.
  server.requestTimeout = 0;
  if (process.platform !== 'win32') rmSync(address, { force: true });
  // Set before the socket is created: otherwise anyone could open it for a moment.
  const umaskBefore = process.umask(0o177);
  const listening = once(server, 'listening').catch(({ code }: NodeJS.ErrnoException) => {
    throw new CommandError(`Can't create a socket in the folder ${folder} (${code}). Choose a folder on a local disk.`);
  });
  try {
    server.listen(address);
  } finally {
    process.umask(umaskBefore);
  }
  await listening;
  return {
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  parts: ServerParts,
  now: number,
): Promise<void> {
  const clientGone = new Promise<never>((_, reject) =>
    response.once('close', () => reject(new Error('The client has disconnected.'))),
  );
  clientGone.catch(() => {});
  const write = async (text: string) => {
    if (!response.write(text)) await Promise.race([once(response, 'drain'), clientGone]);
  };
  response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' });
  const ending = await endingOf(async () => {
    const { args, input } = await readRequest(request);
    const command = readCommand(args);
    if ('run' in command) await command.run(parts, { input, write }, now);
  });
  response.end(endingText(ending));
}

async function endingOf(runCommand: () => Promise<void>): Promise<Ending> {
  try {
    await runCommand();
    return { exitCode: 0, message: '' };
  } catch (thrown) {
    const { exitCode, message } = commandErrorOf(thrown);
    return { exitCode, message };
  }
}
