import { request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PlainFault } from '../plain-fault.ts';
import type { Terminal } from '../command-line/terminal.ts';
import { adminAddress } from './address.ts';
import { readAnswered, wordsLine } from './exchange.ts';

/** Lets the server that holds a folder carry out a command. False where no server answers there. Throws a PlainFault as the command did. */
export async function askServer(folder: string, words: string[], terminal: Terminal): Promise<boolean> {
  const asked = request({
    socketPath: adminAddress(folder),
    method: 'POST',
    headers: { 'Transfer-Encoding': 'chunked' },
  });
  const connected = new Promise<boolean>((resolve, reject) => {
    asked.once('socket', (socket) => socket.once('connect', () => resolve(true)));
    asked.once('error', (fault: NodeJS.ErrnoException) => {
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
  const answered = new Promise<IncomingMessage | undefined>((resolve) =>
    asked.once('response', resolve).once('error', () => resolve(undefined)),
  );
  const sent = pipeline(Readable.from(sentTo(words, terminal)), asked);
  sent.catch(() => {});
  const ending = await endingOf(await answered, terminal);
  if (ending === undefined) throw new PlainFault('The server stopped before it ran the command.');
  if (ending.exitCode !== 0) throw new PlainFault(ending.message, ending.exitCode);
  return true;
}

async function* sentTo(words: string[], { input }: Terminal): AsyncGenerator<Uint8Array> {
  yield Buffer.from(wordsLine(words));
  yield* input;
}

async function endingOf(answer: IncomingMessage | undefined, terminal: Terminal) {
  if (answer === undefined) return undefined;
  try {
    return await readAnswered(answer, (text) => terminal.write(text));
  } catch (thrown) {
    if (answer.complete) throw thrown;
    return undefined;
  }
}
