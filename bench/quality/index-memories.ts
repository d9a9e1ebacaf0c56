import { readFile } from 'node:fs/promises';
import { inMemoryLargeFiles } from '../../scripts/in-memory-store/large-files.ts';
import { vectorIndex } from '../../src/search/vector/vector-index.ts';
import type { Embedder, Passage } from '../../src/service/ports/embedder.ts';
import type { ChangeFeed } from '../../src/service/ports/keyword-index.ts';
import type { Meaning } from '../../src/service/search/meaning.ts';
import { bundledModel, publicFolder } from './bundled-model.ts';

/** The shares of the memories, 0..1, that are indexed. The newest are indexed first. */
export interface IndexedShares {
  vectors: number;
  /** At most `vectors`. */
  tokens: number;
}

export async function indexMemories(
  feed: ChangeFeed,
  { vectors, tokens }: IndexedShares = { vectors: 1, tokens: 1 },
  loadModel: () => Promise<Embedder> = bundledModel,
): Promise<Meaning> {
  const embedder = await loadModel();
  const { model } = embedder;
  const index = vectorIndex({
    kernel: () => readFile(`${publicFolder}/kernels/vector.wasm`),
    files: inMemoryLargeFiles(),
  });
  await index.catchUp(feed);
  const { total } = await index.coverage({});
  const newestFirst = await index.unindexed(model, total);
  for (const [position, memory] of newestFirst.slice(0, Math.round(vectors * total)).entries()) {
    const passages = await embedder.passages(memory.text);
    await index.keep(model.id, memory, position < Math.round(tokens * total) ? passages : withoutTokens(passages));
  }
  return { embedders: { current: async () => embedder }, vectors: () => index };
}

const withoutTokens = (passages: Passage[]): Passage[] =>
  passages.map(({ start, end, vector }) => ({ start, end, vector }));
