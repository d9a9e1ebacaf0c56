import type { BackupFolder } from '../../src/extension/backups/folder.ts';

/** An in-memory folder of backups. A test can read and damage its `files`. */
export function inMemoryBackups(): BackupFolder & { files: Map<string, Blob> } {
  const files = new Map<string, Blob>();
  return {
    files,
    names: async () => [...files.keys()],
    async read(name) {
      const file = files.get(name);
      if (file === undefined) throw new DOMException(`There is no ${name}.`, 'NotFoundError');
      return file;
    },
    async write(parts, check) {
      const file = new Blob((await Array.fromAsync(parts)) as Uint8Array<ArrayBuffer>[]);
      const name = await check(file);
      files.set(name, file);
      return name;
    },
    remove: async (name) => void files.delete(name),
  };
}
