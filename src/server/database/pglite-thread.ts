import { parentPort, workerData } from 'node:worker_threads';
import { turns } from '../../lib/turns.ts';
import { openPglite } from './open-pglite.ts';

/*
 * The thread that PGlite runs in. It speaks PostgreSQL's wire protocol, in whole messages.
 * An error thrown by PGlite itself is not caught and ends the thread, since PGlite's memory can't be trusted any more.
 * The next thread recovers from disk.
 */

/** Messages of the wire protocol, or the command to close the database. */
export type ToThread = Uint8Array | 'close';
/** `last`: the final messages of a PostgreSQL that stopped. */
export type FromThread = Uint8Array | 'ready' | { last: Uint8Array };

/** The first byte of a startup message. All other messages begin with a type, which is never 0. */
const startup = 0;

/**
 * After an error of these severities PostgreSQL stops, but PGlite would keep calling it. Each entry is the severity in
 * an error message, with the null bytes around it. No text contains null bytes.
 */
const fatal = ['\0VPANIC\0', '\0VFATAL\0'];

const port = parentPort!;
const inTurn = turns();
const database = await openPglite((workerData as { folder: string }).folder);

port.on('message', (message: ToThread) => void inTurn(() => (message === 'close' ? close() : answer(message))));
port.postMessage('ready' satisfies FromThread);

async function answer(message: Uint8Array): Promise<void> {
  if (message[0] === startup) await forgetSession();
  const parts: Buffer[] = [];
  const onRawData = (part: Uint8Array) => {
    parts.push(Buffer.from(part));
    // A severity may be split across two parts.
    const lastParts = Buffer.concat(parts.slice(-2));
    if (!fatal.some((severity) => lastParts.includes(severity))) return;
    port.postMessage({ last: joined(parts) } satisfies FromThread);
    process.exit(1);
  };
  await database.execProtocolRawStream(message, { syncToFs: false, onRawData });
  const bytes = joined(parts);
  port.postMessage(bytes satisfies FromThread, [bytes.buffer]);
}

const joined = (parts: Buffer[]) => new Uint8Array(Buffer.concat(parts));

/** A new connection must not see the state of the previous one. */
async function forgetSession(): Promise<void> {
  await database.exec('rollback');
  await database.exec('discard all');
}

async function close(): Promise<void> {
  await database.close();
  port.close();
}
