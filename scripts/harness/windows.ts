import { idOf, wordsPerKey } from '../../src/search/doc-values/key.ts';
import type { LargeFiles } from '../../src/search/vector/files/large-file.ts';
import { headOf } from '../../src/search/vector/row.ts';
import { openVolume } from '../../src/search/vector/volume-files.ts';
import type { KeptWindow } from './protocol.ts';

/** Every window that the files of the vectors hold now, of whatever volume, in the order of the files. */
export async function keptWindows(): Promise<KeptWindow[]> {
  const windows: KeptWindow[] = [];
  for (const name of ['one', 'two']) {
    const volume = await openVolume(onlyToRead, name);
    await volume?.readRows(new Uint8Array(volume.chunkBytes), (_, words, at) => {
      if (at === undefined) return;
      const { start, end, place, count } = headOf(words, at);
      windows.push({ id: idOf(words.subarray(at, at + wordsPerKey))!, start, end, place, count });
    });
  }
  return windows;
}

const refuse = () => Promise.reject(new Error('These files are only looked at.'));

/** The engine holds the files; others may look at what it has written. */
const onlyToRead: LargeFiles = {
  async open(name) {
    const directory = await (await navigator.storage.getDirectory()).getDirectoryHandle('vectors');
    const bytes = await directory.getFileHandle(name).then(
      async (file) => new Uint8Array(await (await file.getFile()).arrayBuffer()),
      () => new Uint8Array(),
    );
    return {
      size: async () => bytes.length,
      async read(at, into) {
        const found = bytes.subarray(at, at + into.length);
        into.set(found);
        return found.length;
      },
      write: refuse,
      truncate: refuse,
      close: async () => {},
    };
  },
  remove: refuse,
};
