import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import { dirname, resolve } from 'node:path';
import { CommandError } from '../command-error.ts';
import { fsync } from '../fsync.ts';
import type { ParsedCommand } from './command.ts';
import type { Terminal } from './terminal.ts';

interface OwnTerminal extends Terminal {
  /**
   * Call when the command has ended. If it succeeded (`isDone`), puts the complete output file at its path.
   * @throws CommandError if something could not be written
   */
  end(isDone: boolean): Promise<void>;
}

/** The standard streams of this process. A file that the command names, relative to `base`, replaces one of them. */
export async function ownTerminal(stream: ParsedCommand['stream'], base: string): Promise<OwnTerminal> {
  const path = stream?.path && resolve(base, stream.path);
  if (path !== undefined && statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new CommandError(`${path} is a folder. Name a file.`);
  if (stream?.as === 'output' && path !== undefined) return { input: noInput(), ...(await outputFile(path)) };
  // If the reader of standard output stops, as `head` does, every command except an import ends.
  const { write, flush } = writerTo(
    process.stdout,
    'Standard output',
    stream?.as === 'input' ? () => {} : () => process.exit(0),
  );
  if (stream?.as !== 'input') return { input: noInput(), write, end: flush };
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

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Returns a function that removes the handler. */
function onEndingSignal(clean: () => void): () => void {
  const onSignal = (signal: NodeJS.Signals) => {
    clean();
    stop();
    process.kill(process.pid, signal);
  };
  const stop = () => endingSignals.forEach((signal) => process.off(signal, onSignal));
  for (const signal of endingSignals) process.on(signal, onSignal);
  return stop;
}

/**
 * A file that only this user can read, since it contains memories. Written under another name in the same folder, and
 * renamed once it is complete and on disk.
 */
async function outputFile(wanted: string): Promise<Pick<OwnTerminal, 'write' | 'end'>> {
  const existing = statSync(wanted, { throwIfNoEntry: false });
  if (existing?.isFile() === false)
    throw new CommandError(`${wanted} isn't a regular file. Leave out --file and redirect standard output to it.`);
  const path = existing ? realpathSync(wanted) : wanted;
  // A unique name, since another command may be writing the same file.
  const unfinished = `${path}.${randomUUID().slice(0, 8)}.unfinished`;
  const removeUnfinished = () => rmSync(unfinished, { force: true });
  const stopListening = onEndingSignal(removeUnfinished);
  const output = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
  await once(output, 'open').catch(failing(path, 'opened'));
  return {
    write: writerTo(output, path).write,
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
        removeUnfinished();
        stopListening();
      }
    },
  };
}

/**
 * Writes to a stream with back-pressure. If a write fails, that call of `write` or the next call throws a CommandError,
 * unless the reader is gone.
 */
function writerTo(
  stream: Writable,
  name: string,
  onReaderGone = () => {},
): { write(text: string): Promise<void>; flush(): Promise<void> } {
  let error: NodeJS.ErrnoException | undefined;
  stream.on('error', (thrown: NodeJS.ErrnoException) => {
    error = thrown;
    if (thrown.code === 'EPIPE') onReaderGone();
  });
  const throwError = () => {
    if (error !== undefined && error.code !== 'EPIPE') failing(name, 'written')(error);
  };
  return {
    async write(text) {
      throwError();
      if (error === undefined && !stream.write(text)) await once(stream, 'drain').catch(() => {});
      throwError();
    },
    async flush() {
      // A stream emits a write's error only after calling the write's callback.
      await new Promise((resolve) => stream.write('', () => setImmediate(resolve)));
      throwError();
    },
  };
}

/** Returns an error handler that throws a CommandError with the sentence “`path` can't be `participle`”. */
const failing =
  (path: string, participle: string) =>
  (thrown: unknown): never => {
    throw thrown instanceof CommandError
      ? thrown
      : new CommandError(
          `${path} can't be ${participle}: ${(thrown as NodeJS.ErrnoException).code ?? String(thrown)}.`,
        );
  };

async function* noInput(): AsyncGenerator<Uint8Array> {}
