import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { PlainFault } from '../plain-fault.ts';

/** What the platforms' `sun_path` holds at most, without its end. */
const mostBytes = process.platform === 'darwin' ? 103 : 107;

/** Where the server of a folder takes commands: a socket in it, a named pipe on Windows. Throws a PlainFault where its path is too long for one. */
export function adminAddress(folder: string): string {
  const whole = resolve(folder);
  if (process.platform === 'win32')
    return `\\\\.\\pipe\\commonplace-${createHash('sha256').update(whole.toLowerCase()).digest('hex').slice(0, 32)}`;
  const path = join(whole, 'admin.sock');
  if (Buffer.byteLength(path) > mostBytes)
    throw new PlainFault(
      `The path of the folder ${whole} is too long for a socket in it. Choose one of at most ${mostBytes - '/admin.sock'.length} bytes.`,
    );
  return path;
}
