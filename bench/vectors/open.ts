import { opfsLargeFiles } from '../../src/search/vector/files/opfs.ts';
import { vectorIndex, type WritableVectorIndex } from '../../src/search/vector/vector-index.ts';
import { opfsBlobs } from './feed.ts';

export const kernelBytes = async (name: string) => (await fetch(`/kernels/${name}.wasm`)).arrayBuffer();

/** `runDelayedWork` runs the work that the index delays until it is idle. */
export function openIndex(): { index: WritableVectorIndex; runDelayedWork: () => Promise<void> } {
  let later = async () => {};
  const index = vectorIndex({
    kernel: () => kernelBytes('index'),
    files: opfsLargeFiles(),
    blobs: opfsBlobs(),
    whenQuiet: (work) => (later = work),
  });
  return { index, runDelayedWork: () => later() };
}
