import { readFile } from 'node:fs/promises';
import { inMemoryLargeFiles } from '../../src/search/vector/files/memory.ts';
import { vectorIndex } from '../../src/search/vector/vector-index.ts';
import type { ChangeFeed } from '../../src/service/ports/keyword-index.ts';
import type { VectorIndex, VectorWriter } from '../../src/service/ports/vector-index.ts';
import type { Meaning } from '../../src/service/search/meaning.ts';
import { bundledModel, publicFolder } from './bundled-model.ts';

/** The bundled model and a vector index of all memories in the feed. */
export async function indexAll(feed: ChangeFeed): Promise<Meaning> {
  const embedder = await bundledModel();
  const index: VectorIndex & VectorWriter = vectorIndex({
    kernel: () => readFile(`${publicFolder}/kernels/vector.wasm`),
    files: inMemoryLargeFiles(),
  });
  await index.catchUp(feed);
  const { model } = embedder;
  for (let page = await index.unindexed(model, 100); page.length > 0; page = await index.unindexed(model, 100)) {
    for (const memory of page) await index.keep(model.id, memory, await embedder.passages(memory.text));
  }
  return { embedders: { current: async () => embedder }, vectors: () => index };
}
