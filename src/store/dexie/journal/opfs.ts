import { accessHandle } from '../../../lib/access-handle.ts';
import type { JournalFile, JournalFiles } from './files.ts';

/** How long to wait for a file that an ending worker still has locked. */
const timeoutMs = 5_000;

/** The journal's files in the origin private file system. */
export const opfsJournalFiles: JournalFiles = {
  async open() {
    const a = await openFile('commonplace-journal-a');
    if (a === undefined) return undefined;
    try {
      const b = await openFile('commonplace-journal-b');
      return b && { a, b };
    } catch (error) {
      a.close();
      throw error;
    }
  },
};

/**
 * Opens a file of the origin private file system, which only a dedicated worker can do; creates it if needed.
 * Undefined if the browser has no such file system or never allows it, as in a private window.
 */
export async function openFile(name: string): Promise<JournalFile | undefined> {
  const root = await rootFolder();
  if (root === undefined) return undefined;
  const handle = await accessHandle(await root.getFileHandle(name, { create: true }), timeoutMs);
  return {
    size: () => handle.getSize(),
    read: (into, at) => handle.read(into, { at }),
    write: (bytes, at) => handle.write(bytes, { at }),
    truncate: (size) => handle.truncate(size),
    flush: () => handle.flush(),
    close: () => handle.close(),
  };
}

async function rootFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  const { storage } = navigator as { storage?: Partial<StorageManager> };
  try {
    return await storage?.getDirectory?.();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'SecurityError') return undefined;
    throw error;
  }
}
