/**
 * Stands in for `navigator.storage.getDirectory`: returns a function that resolves to one in-memory folder, with the
 * methods that the extension's pages use. A file changes only when its writer is closed.
 */
export function folderInMemory(files = new Map<string, Uint8Array<ArrayBuffer>>()) {
  const folder = {
    getDirectoryHandle: async () => folder,
    async getFileHandle(name: string, { create = false } = {}) {
      if (!files.has(name) && !create) throw new DOMException('', 'NotFoundError');
      if (!files.has(name)) files.set(name, new Uint8Array());
      return {
        getFile: async () => new File([files.get(name)!], name),
        async createWritable() {
          let written = new Uint8Array();
          return {
            write: async (content: Uint8Array<ArrayBuffer> | string) =>
              void (written = typeof content === 'string' ? new TextEncoder().encode(content) : content),
            close: async () => void files.set(name, written),
          };
        },
      };
    },
    removeEntry: async (name: string) => void files.delete(name),
    async *keys() {
      yield* files.keys();
    },
  } as unknown as FileSystemDirectoryHandle;
  return async () => folder;
}
