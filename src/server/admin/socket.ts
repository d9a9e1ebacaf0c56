import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readCommand } from '../command-line/table.ts';
import type { ServerParts } from '../compose.ts';
import { PlainFault, plainFaultOf } from '../plain-fault.ts';
import { adminAddress } from './address.ts';
import { endingText, readAsked, type Ending } from './exchange.ts';

/**
 * Takes commands for the database that this process holds, from whoever may open the socket in its folder: the user who runs the server.
 * To be called by the holder of the folder's lock, so that a socket that is there is a dead one's.
 */
export async function openAdminSocket(
  folder: string,
  parts: ServerParts,
  clock: { now(): number },
): Promise<{ close(): Promise<void> }> {
  const address = adminAddress(folder);
  const server = createServer((request, response) => void carryOut(request, response, parts, clock.now()));
  server.requestTimeout = 0;
  if (process.platform !== 'win32') rmSync(address, { force: true });
  // Before anybody can open it, not after: the socket is made with the rights that this leaves.
  const before = process.umask(0o177);
  const listening = once(server, 'listening').catch(({ code }: NodeJS.ErrnoException) => {
    throw new PlainFault(`Can't create a socket in the folder ${folder} (${code}). Choose one on a local disk.`);
  });
  try {
    server.listen(address);
  } finally {
    process.umask(before);
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

async function carryOut(
  request: IncomingMessage,
  response: ServerResponse,
  parts: ServerParts,
  now: number,
): Promise<void> {
  const gone = new Promise<never>((_, reject) => response.once('close', () => reject(new Error('The asker is gone.'))));
  gone.catch(() => {});
  const write = async (text: string) => {
    if (!response.write(text)) await Promise.race([once(response, 'drain'), gone]);
  };
  response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' });
  const ending = await carriedOut(async () => {
    const { words, input } = await readAsked(request);
    const order = readCommand(words);
    if ('carryOut' in order) await order.carryOut(parts, { input, write }, now);
  });
  response.end(endingText(ending));
}

async function carriedOut(work: () => Promise<void>): Promise<Ending> {
  try {
    await work();
    return { exitCode: 0, message: '' };
  } catch (thrown) {
    const { exitCode, message } = plainFaultOf(thrown);
    return { exitCode, message };
  }
}
