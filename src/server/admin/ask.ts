import { request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '../command-error.ts';
import type { Terminal } from '../command-line/terminal.ts';
import { adminAddress } from './address.ts';
import { readResponse, argsLine } from './exchange.ts';

/**
 * Sends a command to the server that uses a folder. Returns false if no server listens there.
 * @throws CommandError if the command fails, the server stops meanwhile, or the socket belongs to another user
 */
export async function askServer(folder: string, args: string[], terminal: Terminal): Promise<boolean> {
  const outgoing = request({
    socketPath: adminAddress(folder),
    method: 'POST',
    headers: { 'Transfer-Encoding': 'chunked' },
  });
  const connected = new Promise<boolean>((resolve, reject) => {
    outgoing.once('socket', (socket) => socket.once('connect', () => resolve(true)));
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      if (['ENOENT', 'ENOTDIR', 'ECONNREFUSED'].includes(error.code ?? '')) resolve(false);
      else
        reject(
          error.code === 'EACCES' || error.code === 'EPERM'
            ? new CommandError(
                `The folder ${folder} belongs to another user. Run this as the user who runs the server.`,
              )
            : error,
        );
    });
  });
  if (!(await connected)) return false;
  const response = new Promise<IncomingMessage | undefined>((resolve) =>
    outgoing.once('response', resolve).once('error', () => resolve(undefined)),
  );
  const sent = pipeline(Readable.from(requestBody(args, terminal)), outgoing);
  sent.catch(() => {});
  const ending = await readEnding(await response, terminal);
  if (ending === undefined) throw new CommandError('The server stopped before the command was done.');
  if (ending.exitCode !== 0) throw new CommandError(ending.message, ending.exitCode);
  return true;
}

async function* requestBody(args: string[], { input }: Terminal): AsyncGenerator<Uint8Array> {
  yield Buffer.from(argsLine(args));
  yield* input;
}

async function readEnding(response: IncomingMessage | undefined, terminal: Terminal) {
  if (response === undefined) return undefined;
  try {
    return await readResponse(response, (text) => terminal.write(text));
  } catch (thrown) {
    if (response.complete) throw thrown;
    // The response was cut off: the server has stopped.
    return undefined;
  }
}
