import { weightsFromCopy } from './kept-copy.ts';
import type { Bytes, ModelFiles } from './model-files.ts';

/**
 * Model files in a browser. `read` reads a package file by path. If the browser keeps an intact copy of the weights,
 * the copy is read instead.
 */
export const packageFiles = (read: (path: string) => Promise<Bytes>): ModelFiles => ({
  read,
  weights: (file, target, checksum) =>
    weightsFromCopy(file, target, checksum, {
      root: () => navigator.storage.getDirectory(),
      fresh: () => read(file.path),
    }),
});
