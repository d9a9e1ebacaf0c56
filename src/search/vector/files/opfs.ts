import { accessHandle } from '../../../lib/access-handle.ts';
import type { LargeFile, LargeFiles } from './large-file.ts';

const folder = 'vectors';

/** How long a worker that has just ended may keep a file locked. */
const openTimeoutMs = 2_000;

/**
 * Files in the origin private file system, in a dedicated worker only. The methods reject if the browser has no such
 * file system.
 */
export function opfsLargeFiles(): LargeFiles {
  const directory = async () => (await navigator.storage.getDirectory()).getDirectoryHandle(folder, { create: true });
  return {
    async open(name) {
      const file = await (await directory()).getFileHandle(name, { create: true });
      return largeFileOf(await accessHandle(file, openTimeoutMs));
    },
    async remove(name) {
      await (await directory()).removeEntry(name).catch(mustBeMissing);
    },
  };
}

function largeFileOf(handle: FileSystemSyncAccessHandle): LargeFile {
  return {
    size: async () => handle.getSize(),
    read: async (at, into) => handle.read(into, { at }),
    async write(at, bytes) {
      const written = handle.write(bytes, { at });
      if (written < bytes.length) throw new Error(`Only ${written} of ${bytes.length} bytes could be written.`);
    },
    truncate: async (size) => handle.truncate(size),
    close: async () => handle.close(),
  };
}

function mustBeMissing(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
}
