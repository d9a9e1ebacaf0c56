import { request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PlainFault } from '../plain-fault.ts';
import type { Terminal } from '../command-line/terminal.ts';
import { adminAddress } from './address.ts';
import { readResponse, argsLine } from './exchange.ts';

/**
 * Has the server that uses a folder run a command. Returns false if no server listens there.
 * @throws PlainFault if the command did
 */
export async function askServer(folder: string, args: string[], terminal: Terminal): Promise<boolean> {
  const outgoing = request({
    socketPath: adminAddress(folder),
    method: 'POST',
    headers: { 'Transfer-Encoding': 'chunked' },
  });
  const connected = new Promise<boolean>((resolve, reject) => {
    outgoing.once('socket', (socket) => socket.once('connect', () => resolve(true)));
    outgoing.once('error', (fault: NodeJS.ErrnoException) => {
      if (fault.code === 'ENOENT' || fault.code === 'ECONNREFUSED') resolve(false);
      else
        reject(
          fault.code === 'EACCES' || fault.code === 'EPERM'
            ? new PlainFault(`The folder ${folder} belongs to another user. Run this as the user who runs the server.`)
            : fault,
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
  if (ending === undefined) throw new PlainFault('The server stopped before it ran the command.');
  if (ending.exitCode !== 0) throw new PlainFault(ending.message, ending.exitCode);
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
    return undefined;
  }
}
