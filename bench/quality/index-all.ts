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

/** The bundled model and a vector index of all memories in the feed. */
export async function indexAll(feed: ChangeFeed): Promise<Meaning> {
  const embedder = await (loaded ??= loadFromDisk(folder));
  const index: VectorIndex & VectorWriter = vectorIndex({
    kernel: () => readFile(`${folder}/kernels/vector.wasm`),
    files: memoryLargeFiles(),
  });
  await index.catchUp(feed);
  const { model } = embedder;
  for (let page = await index.unindexed(model, 100); page.length > 0; page = await index.unindexed(model, 100)) {
    for (const memory of page) await index.keep(model.id, memory, await embedder.passages(memory.text));
  }
  return { embedders: { current: async () => embedder }, vectors: () => index };
}
