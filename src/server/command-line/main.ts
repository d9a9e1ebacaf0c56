import { pause } from '../../lib/timing.ts';
import { askServer } from '../admin/ask.ts';
import type { ServerParts } from '../compose.ts';
import { placeOf, type Folders, type Place } from '../config.ts';
import { FolderInUse, isBegun } from '../data-folder/data-folder.ts';
import { PlainFault, plainFaultOf } from '../plain-fault.ts';
import { printable } from '../printable.ts';
import type { Order } from './command.ts';
import { ownTerminal } from './own-terminal.ts';
import { readCommand } from './table.ts';
import type { Terminal } from './terminal.ts';

/** As long as a server may take to start, and then to answer. */
const patienceMs = 10_000;

/** Carries out one command, through the server that holds the folder where there is one; resolves with the exit code. */
export async function commandLine({ args, folders }: { args: string[]; folders: Folders }): Promise<number> {
  try {
    const order = readCommand(args);
    if ('help' in order) return (void process.stdout.write(`${order.help}\n`), 0);
    await carryOut(order, args, folders);
    return 0;
  } catch (thrown) {
    const { message, exitCode } = plainFaultOf(thrown);
    process.stderr.write(`${printable(message)}\n`);
    return exitCode;
  }
}

async function carryOut(order: Order, args: string[], folders: Folders): Promise<void> {
  const place = placeOf(order.folder, process.env, folders);
  const terminal = await ownTerminal(order.stream, folders.base);
  let isDone = false;
  try {
    await carryOutAt(place, order, args, terminal);
    isDone = true;
  } finally {
    await terminal.end(isDone);
  }
}

/** Through the server that holds the place, where there is one. */
async function carryOutAt(place: Place, order: Order, args: string[], terminal: Terminal): Promise<void> {
  for (const end = Date.now() + patienceMs; ; await pause(100)) {
    if ('folder' in place && (await askServer(place.folder, args, terminal))) return;
    if (!order.makes) requireDatabase(place);
    const parts = await opened(place, end);
    if (parts === undefined) continue;
    try {
      await order.carryOut(parts, terminal, Date.now());
    } finally {
      await parts.close();
    }
    return;
  }
}

/** Throws a PlainFault where there is none yet: a folder that is misspelt must not pass for one that is empty. */
function requireDatabase(place: Place): void {
  if ('folder' in place && !isBegun(place.folder))
    throw new PlainFault(
      `There are no memories in ${place.folder}. Name the folder with --data, or start one with \`npm run serve\` or \`user add\`.`,
    );
}

/** Undefined where another process has the folder that may yet end, or answer. */
async function opened(place: Place, end: number): Promise<ServerParts | undefined> {
  // What a database needs is loaded where one is opened.
  const { compose } = await import('../compose.ts');
  try {
    return await compose(place);
  } catch (thrown) {
    if (thrown instanceof FolderInUse && Date.now() < end) return undefined;
    throw thrown;
  }
}
