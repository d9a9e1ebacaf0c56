import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, renameSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import { dirname, resolve } from 'node:path';
import { PlainFault } from '../plain-fault.ts';
import { synchronise } from '../synchronise.ts';
import type { Order } from './command.ts';
import type { Terminal } from './terminal.ts';

interface OwnTerminal extends Terminal {
  /** To be called once the command is over, be it that it was done or not. Reads no further; a file appears whole, where the command was done, or not at all. */
  end(isDone: boolean): Promise<void>;
}

/** This process's own standard streams, one of them replaced by a file where the order names one; relative to `base`. */
export async function ownTerminal(stream: Order['stream'], base: string): Promise<OwnTerminal> {
  // Whoever reads no further, as `head` does, wants nothing more.
  process.stdout.on('error', () => process.exit(0));
  const path = stream?.path && resolve(base, stream.path);
  if (path !== undefined && statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new PlainFault(`${path} is a folder, and must be a file.`);
  if (stream?.as === 'output' && path !== undefined) return { input: nothing(), ...(await fileAt(path)) };
  const write = writerTo(process.stdout);
  if (stream?.as !== 'input') return { input: nothing(), write, end: async () => {} };
  const input = path === undefined ? process.stdin : createReadStream(path);
  if (path !== undefined) await once(input, 'open').catch(failing(path, 'opened'));
  return { input, write, end: async () => void input.destroy() };
}

/** A file for this user alone, since memories go to it. It is written beside its place and moved there when it is whole and on the disk. */
async function fileAt(path: string): Promise<Pick<OwnTerminal, 'write' | 'end'>> {
  // A name that nobody knows before: another command may be writing the same file.
  const unfinished = `${path}.${randomUUID().slice(0, 8)}.unfinished`;
  const output = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
  await once(output, 'open').catch(failing(unfinished, 'opened'));
  const written = finished(output).catch(failing(path, 'written'));
  written.catch(() => {});
  const write = writerTo(output);
  return {
    write: (text) => Promise.race([write(text), written]),
    async end(isDone) {
      try {
        if (!isDone) return await finished(output.destroy()).catch(() => {});
        output.end();
        await written;
        renameSync(unfinished, path);
        synchronise(dirname(path));
      } catch (thrown) {
        failing(path, 'written')(thrown);
      } finally {
        rmSync(unfinished, { force: true });
      }
    },
  };
}

const failing = (path: string, done: string) => (thrown: unknown): never => {
  throw thrown instanceof PlainFault ? thrown : new PlainFault(`${path} can't be ${done}: ${(thrown as NodeJS.ErrnoException).code ?? String(thrown)}.`);
};

const writerTo = (stream: Writable) => async (text: string) => {
  if (!stream.write(text)) await once(stream, 'drain');
};

async function* nothing(): AsyncGenerator<Uint8Array> {}
