import { closeSync, fsyncSync, openSync } from 'node:fs';

/**
 * Waits until a file, or a folder's list of entries, is on disk. Ignores errors on Windows, where a folder can't be
 * opened.
 */
export function fsync(path: string): void {
  try {
    const descriptor = openSync(path, 'r');
    fsyncSync(descriptor);
    closeSync(descriptor);
  } catch (error) {
    if (process.platform !== 'win32') throw error;
  }
}
