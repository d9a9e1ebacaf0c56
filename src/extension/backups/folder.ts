import { accessHandle } from '../../lib/access-handle.ts';
import { backupFolder } from '../../lib/backups.ts';

/** The storage of backups. */
export interface BackupFolder {
  names(): Promise<string[]>;
  /** Throws if there is no such file. */
  read(name: string): Promise<Blob>;
  /**
   * Writes a file, lets `check` read the file, and renames it to what `check` returns. If anything fails, there is no
   * new backup.
   */
  write(parts: AsyncIterable<Uint8Array>, check: (file: Blob) => Promise<string>): Promise<string>;
  remove(name: string): Promise<void>;
}

/** The name of a file until it is complete. */
const partial = 'partial';
const timeoutMs = 5_000;

/** TypeScript's types lack `move`. */
interface Movable {
  move(name: string): Promise<void>;
}

/** The folder in the origin private file system. `write` works only in a dedicated worker. */
export function opfsBackups(): BackupFolder {
  const open = async () => (await navigator.storage.getDirectory()).getDirectoryHandle(backupFolder, { create: true });
  return {
    async names() {
      return Array.fromAsync((await open()).keys());
    },
    async read(name) {
      return (await (await open()).getFileHandle(name)).getFile();
    },
    async write(parts, check) {
      const file = await (await open()).getFileHandle(partial, { create: true });
      const handle = await accessHandle(file, timeoutMs);
      try {
        handle.truncate(0);
        for await (const part of parts) requireWritten(handle.write(part), part.length);
        handle.flush();
      } finally {
        handle.close();
      }
      const name = await check(await file.getFile());
      await (file as unknown as Movable).move(name);
      return name;
    },
    async remove(name) {
      await (await open()).removeEntry(name);
    },
  };
}

function requireWritten(written: number, wanted: number): void {
  if (written < wanted) throw new DOMException('The disk is full.', 'QuotaExceededError');
}
