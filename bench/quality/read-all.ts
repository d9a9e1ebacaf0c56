import { readFile } from 'node:fs/promises';
import { loadFromDisk } from '../../src/embed/minilm/load-from-disk.ts';
import { memoryLargeFiles } from '../../src/search/vector/files/memory.ts';
import { vectorIndex } from '../../src/search/vector/vector-index.ts';
import type { Embedder } from '../../src/service/ports/embedder.ts';
import type { ChangeFeed } from '../../src/service/ports/keyword-index.ts';
import type { VectorIndex, VectorWriter } from '../../src/service/ports/vector-index.ts';
import type { Meaning } from '../../src/service/search/meaning.ts';

const folder = `${import.meta.dirname}/../../public`;

let loaded: Promise<Embedder> | undefined;

/** The bundled model and an index of vectors, which has read all that `feed` knows of. */
export async function readAll(feed: ChangeFeed): Promise<Meaning> {
  const embedder = await (loaded ??= loadFromDisk(folder));
  const index: VectorIndex & VectorWriter = vectorIndex({
    kernel: () => readFile(`${folder}/kernels/vector.wasm`),
    files: memoryLargeFiles(),
  });
  await index.catchUp(feed);
  const { id, dimensions } = embedder.model;
  for (
    let unread = await index.unindexed(id, dimensions, 100);
    unread.length > 0;
    unread = await index.unindexed(id, dimensions, 100)
  ) {
    for (const one of unread) await index.keep(id, one, await embedder.passages(one.text));
  }
  return { embedders: { current: async () => embedder }, vectors: () => index };
}
