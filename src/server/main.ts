import { helpOf } from './command-line/help.ts';
import { parse } from './command-line/parse.ts';
import { metricsTokenOf, placeOf, serveUsage, type Folders } from './config.ts';
import { tellable } from './log.ts';
import { plainFaultOf } from './plain-fault.ts';
import { serve } from './serve.ts';
import { shutdownSignal } from './shutdown-signal.ts';

interface Started {
  args: string[];
  folders: Folders;
  pageFolder: string;
  /** The most that shutdown may take, requests, reader and database together. */
  shutdownMs?: number;
}

/** compose.yaml gives a container 20 s. */
const usualShutdownMs = 15_000;

/** Serves until a signal ends it; resolves with the exit code. */
export async function main({ args, folders, pageFolder, shutdownMs = usualShutdownMs }: Started): Promise<number> {
  // What nobody foresaw may hold anything: it is told as the log would tell it.
  process.on('uncaughtException', (fault) => {
    process.stderr.write(`${JSON.stringify({ level: 60, fault: tellable(fault), msg: 'ended' })}\n`);
    process.exit(1);
  });
  const say = (text: string) => process.stdout.write(`${text}\n`);
  try {
    const { values, help } = parse(serveUsage, args);
    if (help) return (say(helpOf(serveUsage)), 0);
    const { told, toldAgain } = shutdownSignal();
    void told.then(() => endAnyway(toldAgain, shutdownMs));
    const server = await serve(values, placeOf(values.data, process.env, folders), {
      pageFolder,
      metricsToken: metricsTokenOf(process.env),
      say,
      clock: { now: () => Date.now() },
    });
    await told;
    await server.stop();
    return 0;
  } catch (thrown) {
    const { message, exitCode } = plainFaultOf(thrown);
    process.stderr.write(`${message}\n`);
    return exitCode;
  }
}

/** Ends the process where its own good order takes too long. Nothing acknowledged is lost by it: that was on the disk before it was answered. */
async function endAnyway(toldAgain: Promise<void>, shutdownMs: number): Promise<void> {
  const tooLong = new Promise<string>((resolve) =>
    setTimeout(() => resolve(`didn't stop within ${shutdownMs / 1000} s`), shutdownMs).unref(),
  );
  const why = await Promise.race([tooLong, toldAgain.then(() => 'got a second signal')]);
  process.stderr.write(`The server ${why}, and was stopped at once. Confirmed writes are on disk.\n`);
  process.exit(1);
}
