import { request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PlainFault } from '../plain-fault.ts';
import type { Terminal } from '../command-line/terminal.ts';
import { adminAddress } from './address.ts';
import { argumentsHeader, exitCodeTrailer, faultTrailer, packed, unpacked } from './exchange.ts';

/** Lets the server that holds a folder carry out a command. False where no server answers there. Throws a PlainFault as the command did. */
export async function askServer(folder: string, args: string[], terminal: Terminal): Promise<boolean> {
  const asked = request({ socketPath: adminAddress(folder), method: 'POST', headers: { [argumentsHeader]: packed(args), 'Transfer-Encoding': 'chunked' } });
  const connected = new Promise<boolean>((resolve, reject) => {
    asked.once('socket', (socket) => socket.once('connect', () => resolve(true)));
    asked.once('error', (fault: NodeJS.ErrnoException) => (fault.code === 'ENOENT' || fault.code === 'ECONNREFUSED' ? resolve(false) : reject(fault)));
  });
  if (!(await connected)) return false;
  const answered = new Promise<IncomingMessage>((resolve, reject) => asked.once('response', resolve).once('error', reject));
  const fed = pipeline(Readable.from(terminal.input), asked);
  fed.catch(() => {});
  const answer = await answered;
  const decoder = new TextDecoder();
  try {
    for await (const part of answer) await terminal.write(decoder.decode(part as Uint8Array, { stream: true }));
  } catch (thrown) {
    throw answer.complete ? thrown : new PlainFault('The server ended before it had carried out the command.');
  }
  const exitCode = answer.trailers[exitCodeTrailer];
  if (exitCode !== '0') throw new PlainFault(String(unpacked(answer.trailers[faultTrailer])), Number(exitCode));
  return true;
}
