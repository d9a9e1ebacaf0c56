import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import { dirname, resolve } from 'node:path';
import { PlainFault } from '../plain-fault.ts';
import { fsync } from '../fsync.ts';
import type { Order } from './command.ts';
import type { Terminal } from './terminal.ts';

interface OwnTerminal extends Terminal {
  /** To be called once the command is over, be it that it was done or not. Reads no further; a file appears whole, where the command was done, or not at all. Throws a PlainFault where something could not be written. */
  end(isDone: boolean): Promise<void>;
}

/** This process's own standard streams, one of them replaced by a file where the order names one; relative to `base`. */
export async function ownTerminal(stream: Order['stream'], base: string): Promise<OwnTerminal> {
  const path = stream?.path && resolve(base, stream.path);
  if (path !== undefined && statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new PlainFault(`${path} is a folder. Name a file.`);
  if (stream?.as === 'output' && path !== undefined) return { input: nothing(), ...(await fileAt(path)) };
  // Whoever reads no further, as `head` does, wants nothing more; what is fed in goes on.
  const { write, flush } = into(
    process.stdout,
    'Standard output',
    stream?.as === 'input' ? () => {} : () => process.exit(0),
  );
  if (stream?.as !== 'input') return { input: nothing(), write, end: flush };
  const input = path === undefined ? process.stdin : createReadStream(path);
  if (path !== undefined) await once(input, 'open').catch(failing(path, 'opened'));
  return {
    input,
    write,
    async end() {
      input.destroy();
      await flush();
    },
  };
}

/** A file for this user alone, since memories go to it. It is written beside its place and moved there when it is whole and on the disk. */
async function fileAt(given: string): Promise<Pick<OwnTerminal, 'write' | 'end'>> {
  const there = statSync(given, { throwIfNoEntry: false });
  if (there?.isFile() === false)
    throw new PlainFault(`${given} can't be replaced. Leave out --file and redirect standard output there.`);
  const path = there ? realpathSync(given) : given;
  // A name that nobody knows before: another command may be writing the same file.
  const unfinished = `${path}.${randomUUID().slice(0, 8)}.unfinished`;
  const output = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
  await once(output, 'open').catch(failing(unfinished, 'opened'));
  return {
    write: into(output, path).write,
    async end(isDone) {
      try {
        if (!isDone) return await finished(output.destroy()).catch(() => {});
        output.end();
        await finished(output);
        renameSync(unfinished, path);
        fsync(dirname(path));
      } catch (thrown) {
        failing(path, 'written')(thrown);
      } finally {
        rmSync(unfinished, { force: true });
      }
    },
  };
}

/** What writes to a stream, and waits where it has enough. What could not be written is thrown as a PlainFault by whatever is done next, unless nobody reads it any more. */
function into(
  stream: Writable,
  name: string,
  unread = () => {},
): { write(text: string): Promise<void>; flush(): Promise<void> } {
  let fault: NodeJS.ErrnoException | undefined;
  stream.on('error', (error) => {
    fault = error;
    if (fault.code === 'EPIPE') unread();
  });
  const look = () => {
    if (fault !== undefined && fault.code !== 'EPIPE') failing(name, 'written')(fault);
  };
  return {
    async write(text) {
      look();
      if (fault === undefined && !stream.write(text)) await once(stream, 'drain').catch(() => {});
      look();
    },
    async flush() {
      // The fault of a write is told after the write has ended.
      await new Promise((resolve) => stream.write('', () => setImmediate(resolve)));
      look();
    },
  };
}

const failing =
  (path: string, done: string) =>
  (thrown: unknown): never => {
    throw thrown instanceof PlainFault
      ? thrown
      : new PlainFault(`${path} can't be ${done}: ${(thrown as NodeJS.ErrnoException).code ?? String(thrown)}.`);
  };

async function* nothing(): AsyncGenerator<Uint8Array> {}
