import type { IndexFiles } from '../../src/service/ports/keyword-index.ts';

export function inMemoryFiles(): IndexFiles {
  const files = new Map<string, Uint8Array>();
  return {
    async read(name) {
      return files.get(name)?.slice();
    },
    async write(name, bytes) {
      files.set(name, bytes.slice());
    },
    async remove(name) {
      files.delete(name);
    },
  };
}
