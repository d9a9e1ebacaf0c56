import { createReadStream, createWriteStream, renameSync } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import { resolve } from 'node:path';
import { PlainFault } from '../plain-fault.ts';
import type { Order } from './command.ts';
import type { Terminal } from './terminal.ts';

interface OwnTerminal extends Terminal {
  /** To be called once the command is done: a file appears whole or not at all. */
  finish(): Promise<void>;
}

/** This process's own standard streams, one of them replaced by a file where the order names one; relative to `base`. */
export async function ownTerminal(stream: Order['stream'], base: string): Promise<OwnTerminal> {
  // Whoever reads no further, as `head` does, wants nothing more.
  process.stdout.on('error', () => process.exit(0));
  const path = stream?.path && resolve(base, stream.path);
  const input = stream?.as !== 'input' ? nothing() : path === undefined ? process.stdin : await opened(createReadStream(path), path);
  if (stream?.as !== 'output' || path === undefined) return { input, write: writerTo(process.stdout), finish: async () => {} };
  const unfinished = `${path}.unfinished`;
  const output = await opened(createWriteStream(unfinished), unfinished);
  return {
    input,
    write: writerTo(output),
    async finish() {
      output.end();
      await finished(output);
      renameSync(unfinished, path);
    },
  };
}

async function opened<Stream extends NodeJS.EventEmitter>(stream: Stream, path: string): Promise<Stream> {
  try {
    await once(stream, 'open');
    return stream;
  } catch (thrown) {
    throw new PlainFault(`${path} can't be opened: ${(thrown as NodeJS.ErrnoException).code ?? String(thrown)}.`);
  }
}

const writerTo = (stream: Writable) => async (text: string) => {
  if (!stream.write(text)) await once(stream, 'drain');
};

async function* nothing(): AsyncGenerator<Uint8Array> {}
