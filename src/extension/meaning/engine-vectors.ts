import { blobLargeFiles } from '../../search/vector/files/blobs.ts';
import type { LargeFiles } from '../../search/vector/files/large-file.ts';
import { opfsLargeFiles } from '../../search/vector/files/opfs.ts';
import { vectorIndex, type WritableVectorIndex } from '../../search/vector/vector-index.ts';
import type { IndexFiles } from '../../service/ports/keyword-index.ts';
import { packageFile } from '../package-file.ts';

/** The engine's vector index: in the origin private file system, or in blobs if that is unavailable. */
export const engineVectors = (blobs: IndexFiles, onDamage: () => void = () => {}): WritableVectorIndex =>
  vectorIndex({
    kernel: () => packageFile('kernels/vector.wasm'),
    files: opfsOr(blobLargeFiles(blobs)),
    blobs,
    onDamage,
  });

/** Chooses at the first use. A browser may have the API but refuse it, for instance if it is set to store nothing. */
function opfsOr(fallback: LargeFiles): LargeFiles {
  let chosen: Promise<LargeFiles> | undefined;
  const choose = () =>
    (chosen ??= navigator.storage.getDirectory().then(
      () => opfsLargeFiles(),
      () => fallback,
    ));
  return {
    open: async (name) => (await choose()).open(name),
    remove: async (name) => (await choose()).remove(name),
  };
}
