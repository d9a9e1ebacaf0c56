import { readFile } from 'node:fs/promises';
import { inMemoryLargeFiles } from '../../src/search/vector/files/memory.ts';
import { vectorIndex } from '../../src/search/vector/vector-index.ts';
import type { ChangeFeed } from '../../src/service/ports/keyword-index.ts';
import type { VectorIndex, VectorWriter } from '../../src/service/ports/vector-index.ts';
import type { Meaning } from '../../src/service/search/meaning.ts';
import { keepAll } from '../vectors/keep-all.ts';
import { bundledModel, publicFolder } from './bundled-model.ts';

/** Indexes all memories in the feed with the bundled model. */
export async function indexAll(feed: ChangeFeed): Promise<Meaning> {
  const embedder = await bundledModel();
  const index: VectorIndex & VectorWriter = vectorIndex({
    kernel: () => readFile(`${publicFolder}/kernels/vector.wasm`),
    files: inMemoryLargeFiles(),
  });
  await index.catchUp(feed);
  await keepAll(index, embedder.model, ({ text }) => embedder.passages(text), 100);
  return { embedders: { current: async () => embedder }, vectors: () => index };
}
