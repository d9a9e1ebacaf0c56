import { blobLargeFiles } from '../../search/vector/files/blobs.ts';
import type { LargeFiles } from '../../search/vector/files/large-file.ts';
import { opfsLargeFiles } from '../../search/vector/files/opfs.ts';
import { vectorIndex, type VectorRoom } from '../../search/vector/vector-index.ts';
import type { IndexFiles } from '../../service/ports/keyword-index.ts';
import { packageFile } from '../package-file.ts';

/** The vectors of the engine's memories: in the browser's private files, or where it gives none, in blobs. */
export const engineVectors = (blobs: IndexFiles): VectorRoom =>
  vectorIndex({ kernel: () => packageFile('kernels/vector.wasm'), files: privateOr(blobLargeFiles(blobs)), blobs });

/** A browser may have private files and yet give none, as where it keeps nothing at all. */
function privateOr(others: LargeFiles): LargeFiles {
  let chosen: Promise<LargeFiles> | undefined;
  const choose = () =>
    (chosen ??= navigator.storage.getDirectory().then(
      () => opfsLargeFiles(),
      () => others,
    ));
  return {
    open: async (name) => (await choose()).open(name),
    remove: async (name) => (await choose()).remove(name),
  };
}
