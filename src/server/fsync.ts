import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Waits until a file, or what a folder lists, is on the disk; not every system lets a folder be opened. */
export function fsync(path: string): void {
  try {
    const descriptor = openSync(path, 'r');
    fsyncSync(descriptor);
    closeSync(descriptor);
  } catch (error) {
    if (process.platform !== 'win32') throw error;
  }
}
