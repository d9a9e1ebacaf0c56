import type { LargeFiles } from '../../src/search/vector/files/large-file.ts';

export function inMemoryLargeFiles(): LargeFiles {
  const files = new Map<string, { buffer: Uint8Array; size: number }>();
  return {
    async open(name) {
      const file = files.get(name) ?? { buffer: new Uint8Array(), size: 0 };
      files.set(name, file);
      return {
        size: async () => file.size,
        async read(at, into) {
          const found = file.buffer.subarray(Math.min(at, file.size), Math.min(at + into.length, file.size));
          into.set(found);
          return found.length;
        },
        async write(at, bytes) {
          if (at > file.size) throw new RangeError(`${at} is beyond the end of the file.`);
          const end = at + bytes.length;
          if (end > file.buffer.length) {
            const longer = new Uint8Array(2 * end);
            longer.set(file.buffer);
            file.buffer = longer;
          }
          file.buffer.set(bytes, at);
          file.size = Math.max(file.size, end);
        },
        truncate: async (size) => void (file.size = Math.min(file.size, size)),
        close: async () => {},
      };
    },
    remove: async (name) => void files.delete(name),
  };
}
