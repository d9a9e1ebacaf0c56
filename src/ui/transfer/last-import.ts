import type { Memory } from '../../v1/schemas/memory.ts';

/** The data to undo an import. */
export interface LastImport {
  /** When it began, Unix milliseconds. */
  at: number;
  created: { id: string; version: number }[];
  createdCollections: string[];
  /** The memories as they were before the import replaced them. `importedVersion`: the version that the import set. */
  replaced: (Memory & { importedVersion: number })[];
}

/** Keeps the last import for a day, so that it can be undone after its screen was closed. */
export interface LastImportStore {
  /** Undefined if there is no last import, or if it is too old or unreadable. */
  read(): Promise<LastImport | undefined>;
  write(last: LastImport): Promise<void>;
  drop(): Promise<void>;
  /** Drops the former text of a memory that was deleted for good. */
  forget(memoryId: string): Promise<void>;
}

const keptMs = 86_400_000;

/** Keeps the last import in a file of this folder. */
export function lastImportIn(
  folder: () => Promise<FileSystemDirectoryHandle>,
  now: () => number = Date.now,
): LastImportStore {
  const fileName = 'commonplace-last-import';

  async function drop(): Promise<void> {
    await (await folder()).removeEntry(fileName).catch(() => {});
  }

  async function write(last: LastImport): Promise<void> {
    const handle = await (await folder()).getFileHandle(fileName, { create: true });
    const writable = await handle.createWritable();
    await writable.write(JSON.stringify(last));
    await writable.close();
  }

  async function read(): Promise<LastImport | undefined> {
    try {
      const handle = await (await folder()).getFileHandle(fileName);
      const last = JSON.parse(await (await handle.getFile()).text()) as LastImport;
      if (now() - last.at < keptMs) return last;
    } catch {
      return undefined;
    }
    await drop();
    return undefined;
  }

  return {
    read,
    write,
    drop,
    async forget(memoryId) {
      const last = await read();
      const replaced = last?.replaced.filter(({ id }) => id !== memoryId);
      if (last && replaced && replaced.length < last.replaced.length) await write({ ...last, replaced });
    },
  };
}
