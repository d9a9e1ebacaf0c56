import { parentPort, workerData } from 'node:worker_threads';
import { turns } from '../../lib/turns.ts';
import { openPglite } from './open-pglite.ts';

/**
 * The thread that PGlite runs in. It takes what a client of PostgreSQL would send, whole messages at a time, and gives what the server would answer.
 * Whatever PGlite itself throws is caught by nobody and ends the thread: what is in its memory can't be trusted any more, and the next one recovers from the disk.
 */
export type ToThread = Uint8Array | 'close';
/** `last`: what PostgreSQL has said before it stopped. */
export type FromThread = Uint8Array | 'ready' | { last: Uint8Array };

/** A connection begins with a message whose length comes first, so with a byte of 0. */
const startup = 0;

/** How bad an error is, in its field `V`; text never holds a byte of 0. After these PostgreSQL does nothing more, and PGlite would call it for ever. */
const worst = ['\0VPANIC\0', '\0VFATAL\0'];

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
    const end = Buffer.concat(parts.slice(-2));
    if (!worst.some((words) => end.includes(words))) return;
    port.postMessage({ last: joined(parts) } satisfies FromThread);
    process.exit(1);
  };
  await database.execProtocolRawStream(message, { syncToFs: false, onRawData });
  const bytes = joined(parts);
  port.postMessage(bytes satisfies FromThread, [bytes.buffer]);
}

const joined = (parts: Buffer[]) => new Uint8Array(Buffer.concat(parts));

/** PGlite has one session for ever; a new connection must not find what the one before has left. */
async function forgetSession(): Promise<void> {
  await database.exec('rollback');
  await database.exec('discard all');
}

async function close(): Promise<void> {
  await database.close();
  port.close();
}
