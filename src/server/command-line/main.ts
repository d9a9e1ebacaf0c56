import { pause } from '../../lib/timing.ts';
import { askServer } from '../admin/ask.ts';
import type { ServerParts } from '../compose.ts';
import { dataLocationOf, type Folders, type DataLocation } from '../config.ts';
import { FolderInUse, isBegun } from '../data-folder/data-folder.ts';
import { PlainFault, plainFaultOf } from '../plain-fault.ts';
import { printable } from '../printable.ts';
import type { Order } from './command.ts';
import { ownTerminal } from './own-terminal.ts';
import { readCommand } from './table.ts';
import type { Terminal } from './terminal.ts';

/** The most that a server may take to start and then to answer. */
const patienceMs = 10_000;

/** Runs one command, through the server that uses the folder if there is one. Resolves with the exit code. */
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
  const location = dataLocationOf(order.folder, process.env, folders);
  const terminal = await ownTerminal(order.stream, folders.base);
  let isDone = false;
  try {
    await carryOutAt(location, order, args, terminal);
    isDone = true;
  } finally {
    await terminal.end(isDone);
  }
}

/** Runs it through the server that uses the folder, if there is one. */
async function carryOutAt(location: DataLocation, order: Order, args: string[], terminal: Terminal): Promise<void> {
  for (const end = Date.now() + patienceMs; ; await pause(100)) {
    if ('folder' in location && (await askServer(location.folder, args, terminal))) return;
    if (!order.makes) requireDatabase(location);
    const parts = await opened(location, end);
    if (parts === undefined) continue;
    try {
      await order.carryOut(parts, terminal, Date.now());
    } finally {
      await parts.close();
    }
    return;
  }
}

/** @throws PlainFault if there is none yet: a misspelt folder must not pass for an empty one */
function requireDatabase(location: DataLocation): void {
  if ('folder' in location && !isBegun(location.folder))
    throw new PlainFault(
      `There are no memories in ${location.folder}. Name the folder with --data, or start one with \`npm run serve\` or \`user add\`.`,
    );
}

/** Returns undefined if another process has locked the folder and may yet end, or answer. */
async function opened(location: DataLocation, end: number): Promise<ServerParts | undefined> {
  // Imported here so that commands that need no database start quickly.
  const { compose } = await import('../compose.ts');
  try {
    return await compose(location);
  } catch (thrown) {
    if (thrown instanceof FolderInUse && Date.now() < end) return undefined;
    throw thrown;
  }
}
