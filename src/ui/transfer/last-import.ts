import type { Memory } from '../../v1/schemas/memory.ts';

/** The data to undo an import. */
export interface LastImport {
  /** When the import began, in Unix milliseconds. */
  at: number;
  created: { id: string; version: number }[];
  createdCollections: string[];
  /** The memories before the import replaced them. `importedVersion`: the version that the import set. */
  replaced: (Memory & { importedVersion: number })[];
}

/** Stores the data to undo the last import, for a day. */
export interface LastImportStore {
  /** Undefined if there is no last import, or if it is too old or unreadable. */
  read(): Promise<LastImport | undefined>;
  write(last: LastImport): Promise<void>;
  drop(): Promise<void>;
  dropExpired(): Promise<void>;
  /** Drops the former version of a replaced memory that was deleted for good. */
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

  async function stored(): Promise<LastImport | undefined> {
    try {
      const handle = await (await folder()).getFileHandle(fileName);
      return JSON.parse(await (await handle.getFile()).text()) as LastImport;
    } catch {
      return undefined;
    }
  }

  const isExpired = ({ at }: LastImport) => now() - at >= keptMs;

  return {
    async read() {
      const last = await stored();
      return last && isExpired(last) ? undefined : last;
    },
    write,
    drop,
    async dropExpired() {
      const last = await stored();
      if (last && isExpired(last)) await drop();
    },
    async forget(memoryId) {
      const last = await stored();
      const replaced = last?.replaced.filter(({ id }) => id !== memoryId);
      if (last && replaced && replaced.length < last.replaced.length) await write({ ...last, replaced });
    },
  };
}
