import type { LargeFiles } from './large-file.ts';

/** Files that live as long as this object. */
export function memoryLargeFiles(): LargeFiles {
  const files = new Map<string, Uint8Array>();
  return {
    async open(name) {
      const bytes = () => files.get(name) ?? new Uint8Array();
      return {
        size: async () => bytes().length,
        async read(at, into) {
          const found = bytes().subarray(at, at + into.length);
          into.set(found);
          return found.length;
        },
        async write(at, written) {
          const before = bytes();
          if (at > before.length) throw new RangeError(`There is nothing before ${at} yet.`);
          const after = new Uint8Array(Math.max(before.length, at + written.length));
          after.set(before);
          after.set(written, at);
          files.set(name, after);
        },
        truncate: async (size) => void files.set(name, bytes().slice(0, size)),
        close: async () => {},
      };
    },
    remove: async (name) => void files.delete(name),
  };
}
