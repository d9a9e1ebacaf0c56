import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { CommandError } from '../command-error.ts';

/** The longest path of a Unix socket, in bytes: the capacity of `sun_path` without the final null byte. */
const maxBytes = process.platform === 'darwin' ? 103 : 107;

/**
 * Where the server that uses a data folder accepts commands: at a socket in the folder or, on Windows, a named pipe.
 * @throws CommandError if the path is too long for a socket
 */
export function adminAddress(folder: string): string {
  const absolute = resolve(folder);
  if (process.platform === 'win32')
    return `\\\\.\\pipe\\commonplace-${createHash('sha256').update(absolute.toLowerCase()).digest('hex').slice(0, 32)}`;
  const path = join(absolute, 'admin.sock');
  if (Buffer.byteLength(path) > maxBytes)
    throw new CommandError(
      `The path of the folder ${absolute} is too long for the server's socket. Choose a folder whose path has at most ${maxBytes - '/admin.sock'.length} bytes.`,
    );
  return path;
}
