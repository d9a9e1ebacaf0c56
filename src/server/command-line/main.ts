import { pause } from '../../lib/timing.ts';
import { askServer } from '../admin/ask.ts';
import type { ServerParts } from '../compose.ts';
import { dataLocationOf, type Folders, type DataLocation } from '../config.ts';
import { FolderInUse, hasBeenUsed } from '../data-folder/data-folder.ts';
import { CommandError, commandErrorOf } from '../command-error.ts';
import { printable } from '../../lib/printable.ts';
import type { ParsedCommand } from './command.ts';
import { ownTerminal } from './own-terminal.ts';
import { readCommand } from './table.ts';
import type { Terminal } from './terminal.ts';

/** How long to wait for a server that is still starting or stopping, or for another command. */
const timeoutMs = 10_000;

/** Runs one command. If a server uses the folder, that server runs it. Resolves with the exit code. */
export async function commandLine({ args, folders }: { args: string[]; folders: Folders }): Promise<number> {
  try {
    const command = readCommand(args);
    if ('help' in command) return (void process.stdout.write(`${command.help}\n`), 0);
    await runCommand(command, args, folders);
    return 0;
  } catch (thrown) {
    const { message, exitCode } = commandErrorOf(thrown);
    process.stderr.write(`${printable(message)}\n`);
    return exitCode;
  }
}

async function runCommand(command: ParsedCommand, args: string[], folders: Folders): Promise<void> {
  const location = dataLocationOf(command.folder, process.env, folders);
  const terminal = await ownTerminal(command.stream, folders.base);
  let isDone = false;
  try {
    await runAt(location, command, args, terminal);
    isDone = true;
  } finally {
    await terminal.end(isDone);
  }
}

async function runAt(
  location: DataLocation,
  command: ParsedCommand,
  args: string[],
  terminal: Terminal,
): Promise<void> {
  for (const end = Date.now() + timeoutMs; ; await pause(100)) {
    if ('folder' in location && (await askServer(location.folder, args, terminal))) return;
    if (!command.createsDatabase) requireDatabase(location);
    const parts = await tryToOpen(location, end);
    if (parts === undefined) continue;
    try {
      await command.run(parts, terminal, Date.now());
    } finally {
      await parts.close();
    }
    return;
  }
}

/** @throws CommandError if there is no database yet: a misspelt folder must not look like an empty database */
function requireDatabase(location: DataLocation): void {
  if ('folder' in location && !hasBeenUsed(location.folder))
    throw new CommandError(
      `There are no memories in ${location.folder}. Name the right folder with --data, or create a database there with \`npm run serve\` or \`user add\`.`,
    );
}

async function tryToOpen(location: DataLocation, end: number): Promise<ServerParts | undefined> {
  // Imported here so that commands that need no database start quickly.
  const { compose } = await import('../compose.ts');
  try {
    return await compose(location);
  } catch (thrown) {
    if (thrown instanceof FolderInUse && Date.now() < end) return undefined;
    throw thrown;
  }
}
