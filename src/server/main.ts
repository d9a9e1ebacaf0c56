import { helpOf } from './command-line/help.ts';
import { parse } from './command-line/parse.ts';
import { metricsTokenOf, dataLocationOf, serveUsage, type Folders } from './config.ts';
import { loggable } from './log.ts';
import { commandErrorOf } from './command-error.ts';
import { serve } from './serve.ts';

interface MainOptions {
  args: string[];
  folders: Folders;
  pageFolder: string;
  /** How long the whole shutdown may take: requests, indexing and database. */
  shutdownMs?: number;
}

/** Less than the 20 s that compose.yaml gives the container. */
const defaultShutdownMs = 15_000;

/** Serves until a signal ends it. Resolves with the exit code. */
export async function main({
  args,
  folders,
  pageFolder,
  shutdownMs = defaultShutdownMs,
}: MainOptions): Promise<number> {
  // The message of an unexpected error may contain anything, so only its loggable parts are printed.
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${JSON.stringify({ level: 60, error: loggable(error), msg: 'ended' })}\n`);
    process.exit(1);
  });
  const say = (text: string) => process.stdout.write(`${text}\n`);
  try {
    const { values, help } = parse(serveUsage, args);
    if (help) return (say(helpOf(serveUsage)), 0);
    const { first, second } = shutdownSignal();
    void first.then(() => exitIfSlow(second, shutdownMs));
    const server = await serve(values, dataLocationOf(values.data, process.env, folders), {
      pageFolder,
      metricsToken: metricsTokenOf(process.env),
      say,
      clock: { now: () => Date.now() },
    });
    await first;
    await server.stop();
    return 0;
  } catch (thrown) {
    const { message, exitCode } = commandErrorOf(thrown);
    process.stderr.write(`${message}\n`);
    return exitCode;
  }
}

/**
 * Exits at once if shutdown takes too long or a second signal arrives. Loses no confirmed write: it was on disk before
 * its response was sent.
 */
async function exitIfSlow(second: Promise<void>, shutdownMs: number): Promise<void> {
  const tooLong = new Promise<string>((resolve) =>
    setTimeout(() => resolve(`didn't stop within ${shutdownMs / 1000} s`), shutdownMs).unref(),
  );
  const why = await Promise.race([tooLong, second.then(() => 'got a second signal')]);
  process.stderr.write(`The server ${why}, and was stopped at once. Confirmed writes are on disk.\n`);
  process.exit(1);
}

interface ShutdownSignal {
  /** Resolves at the first SIGTERM or SIGINT. */
  first: Promise<void>;
  /** Resolves at a later signal: the user doesn't want to wait. */
  second: Promise<void>;
}

/**
 * One Ctrl-C may arrive as several signals, from the terminal and from the parent process. Signals within this time
 * count as one.
 */
const togetherMs = 1_000;

function shutdownSignal(): ShutdownSignal {
  const firstSignal = Promise.withResolvers<void>();
  const secondSignal = Promise.withResolvers<void>();
  let firstAt: number | undefined;
  const onSignal = () => {
    firstAt ??= performance.now();
    firstSignal.resolve();
    if (performance.now() - firstAt > togetherMs) secondSignal.resolve();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
  return { first: firstSignal.promise, second: secondSignal.promise };
}
