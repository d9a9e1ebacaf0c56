import { idOf, wordsPerKey } from '../../src/search/doc-values/key.ts';
import type { LargeFiles } from '../../src/search/vector/files/large-file.ts';
import { headOf } from '../../src/search/vector/row.ts';
import { openVolume } from '../../src/search/vector/volume-files.ts';
import type { StoredWindow } from './protocol.ts';

/** Every window in the vector files, in file order. */
export async function storedWindows(): Promise<StoredWindow[]> {
  const windows: StoredWindow[] = [];
  for (const name of ['one', 'two']) {
    const volume = await openVolume(readOnlyFiles, name);
    await volume?.readRows(new Uint8Array(volume.chunkBytes), (_, words, offset) => {
      if (offset === undefined) return;
      const { start, end, index, count } = headOf(words, offset);
      windows.push({ id: idOf(words.subarray(offset, offset + wordsPerKey))!, start, end, index, count });
    });
  }
  return windows;
}

const refuse = () => Promise.reject(new Error('These files are read-only here.'));

const readOnlyFiles: LargeFiles = {
  async open(name) {
    const directory = await (await navigator.storage.getDirectory()).getDirectoryHandle('vectors');
    const bytes = await directory.getFileHandle(name).then(
      async (file) => new Uint8Array(await (await file.getFile()).arrayBuffer()),
      () => new Uint8Array(),
    );
    return {
      size: async () => bytes.length,
      async read(offset, into) {
        const part = bytes.subarray(offset, offset + into.length);
        into.set(part);
        return part.length;
      },
      write: refuse,
      truncate: refuse,
      close: async () => {},
    };
  },
  remove: refuse,
};
