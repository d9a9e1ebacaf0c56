import { diskFiles } from '../../src/embed/files/disk-files.ts';
import { loadFromPackage } from '../../src/embed/bundled/load.ts';
import { superseded } from '../../src/embed/registry.ts';
import type { Embedder, Passage } from '../../src/service/ports/embedder.ts';
import { bundledModel, publicFolder } from './bundled-model.ts';
import { inNode } from './in-node.ts';
import { indexMemories, type IndexedShares } from './index-memories.ts';
import { figuresOf, type Figures } from './run.ts';
import type { QuestionSet } from './sets.ts';

export const shares = [0, 0.25, 0.5, 0.75, 1];

type Quality = Pick<Figures, 'recall5' | 'ndcg10'>;

/** The quality of hybrid search while only the newest memories are indexed. `share`: 0..1. */
export interface PartlyIndexedFigures {
  set: string;
  share: number;
  /** The quality if this share has token vectors, and all memories have vectors. */
  tokens: Quality;
  /** The quality if this share has vectors and token vectors. The other memories are found by word alone. */
  indexed: Quality;
  /** The quality if this share has vectors, and no memory has token vectors. */
  withoutTokens: Quality;
}

/**
 * The quality with the model of an older version. After an update, that model answers searches until all memories are
 * indexed with the new one.
 */
export interface SupersededFigures extends Quality {
  set: string;
  superseded: string;
}

export async function* partlyIndexedFiguresOf(
  set: QuestionSet,
): AsyncGenerator<PartlyIndexedFigures | SupersededFigures> {
  const old = await loadFromPackage(superseded.model.id, diskFiles(publicFolder));
  const model = withPassageCache(await bundledModel());
  const qualityOf = async (indexedShares: IndexedShares, embedder: Embedder = model): Promise<Quality> => {
    const open = inNode((feed) => indexMemories(feed, indexedShares, async () => embedder));
    const { recall5, ndcg10 } = await figuresOf(set, open, 'hybrid');
    return { recall5, ndcg10 };
  };
  yield { set: set.name, superseded: old.model.name, ...(await qualityOf({ vectors: 1, tokens: 0 }, old)) };
  for (const share of shares)
    yield {
      set: set.name,
      share,
      tokens: await qualityOf({ vectors: 1, tokens: share }),
      indexed: await qualityOf({ vectors: share, tokens: share }),
      withoutTokens: await qualityOf({ vectors: share, tokens: 0 }),
    };
}

export function withPassageCache(embedder: Embedder): Embedder {
  const known = new Map<string, Promise<Passage[]>>();
  return {
    ...embedder,
    passages(text) {
      if (!known.has(text)) known.set(text, embedder.passages(text));
      return known.get(text)!;
    },
  };
}
