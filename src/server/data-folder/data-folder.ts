import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CommandError } from '../command-error.ts';
import { takeLock } from './lock.ts';

/** Another process uses the folder: a server, or a command that ends soon. */
export class FolderInUse extends CommandError {}

/** A server's data folder, locked for this process. */
export interface DataFolder {
  database: string;
  close(): Promise<void>;
}

/**
 * Creates the folder if there is none, readable only by its owner, and locks it.
 * @throws FolderInUse; CommandError if the folder can't be written
 */
export async function openDataFolder(folder: string): Promise<DataFolder> {
  const path = resolve(folder);
  try {
    makeFolder(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unwritable(path, error);
  }
  const lock = takeLock(path, (error) => unwritable(path, error));
  if ('holder' in lock)
    throw new FolderInUse(
      `The folder ${path} is in use by another process${lock.holder === undefined ? '' : ` (PID ${lock.holder})`}. Stop it first, or choose another folder with --data.`,
    );
  return { database: join(path, 'database'), close: async () => lock.release() };
}

/**
 * Creates a folder and its parents. Node's option `recursive` would retry forever if the system allows no new folder,
 * as below /proc.
 */
function makeFolder(path: string): void {
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Whether a server or a command has used the folder. Also true while the first process is still starting. */
export const hasBeenUsed = (folder: string): boolean =>
  ['lock', 'database'].some((name) => existsSync(join(folder, name)));

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'its disk is read-only',
  ENOTDIR: 'it or a parent folder is a file',
  EEXIST: 'it is a file',
  ENOENT: "a folder can't be created there",
  ENOSPC: 'the disk is full',
};

function unwritable(path: string, error: unknown): CommandError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new CommandError(`The folder ${path} can't be written: ${reasons[code] ?? message}.`);
}
