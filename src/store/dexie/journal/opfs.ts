import { accessHandle } from '../../../lib/access-handle.ts';
import type { FileName, JournalFile, JournalFiles } from './files.ts';

/** How long a dying engine may keep a file locked. */
const timeoutMs = 5_000;

/** The journal's files in the origin private file system; only a dedicated worker can open them. */
export const opfsJournalFiles: JournalFiles = {
  async open() {
    const root = await rootFolder();
    if (root === undefined) return undefined;
    const a = await openFile(root, 'a');
    try {
      return { a, b: await openFile(root, 'b') };
    } catch (error) {
      a.close();
      throw error;
    }
  },
};

/** Undefined if the browser has no such file system or never allows it, as in a private window. */
async function rootFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  const { storage } = navigator as { storage?: Partial<StorageManager> };
  try {
    return await storage?.getDirectory?.();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'SecurityError') return undefined;
    throw error;
  }
}

async function openFile(root: FileSystemDirectoryHandle, name: FileName): Promise<JournalFile> {
  const file = await root.getFileHandle(`commonplace-journal-${name}`, { create: true });
  const handle = await accessHandle(file, timeoutMs);
  return {
    size: () => handle.getSize(),
    read: (into, at) => handle.read(into, { at }),
    write: (bytes, at) => handle.write(bytes, { at }),
    truncate: (size) => handle.truncate(size),
    flush: () => handle.flush(),
    close: () => handle.close(),
  };
}
