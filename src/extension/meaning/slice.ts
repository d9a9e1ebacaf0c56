import { TextFailed } from '../../embed/hosted/session.ts';
import type { Embedder, Embedders, Model, Passage } from '../../service/ports/embedder.ts';
import type { ChangeFeed } from '../../service/ports/keyword-index.ts';
import type { UnindexedMemory, VectorIndex, VectorWriter } from '../../service/ports/vector-index.ts';
import type { OpenWork } from '../engine/open-work.ts';

const pageSize = 16;

/** A model to index with, and the memories that it must index. */
export interface Indexer {
  model: Model;
  embedders: Embedders;
  unindexed: (limit: number) => Promise<UnindexedMemory[]>;
}

export interface SliceParts {
  index: VectorIndex & VectorWriter;
  feed: () => Promise<ChangeFeed>;
  /** Undefined if there is nothing to do. */
  indexer: () => Promise<Indexer | undefined>;
  work: OpenWork;
  /** Called when every memory that the model can index is indexed. `unindexable`: how many it can't index. */
  onEnd?: (model: string, unindexable: number) => Promise<void>;
  onProgress: () => void;
}

/**
 * Drops the vectors of deleted and changed memories. Then indexes memories, newest first, until none is left or `stop`
 * returns true. Returns whether any may be left. Throws ModelUnavailable if the model can't be used.
 */
export type Slice = (control: { onFound: () => void; stop: () => boolean }) => Promise<boolean>;

/** Indexes memory by memory, letting open requests finish before each. */
export function indexingSlice({ index, feed, indexer, work, onEnd, onProgress }: SliceParts): Slice {
  /** Texts that a model can't embed, by model and text hash: they are skipped, so that all other texts get indexed. */
  const failed = new Set<string>();

  return async ({ onFound, stop }) => {
    await work.untilNoRequests();
    await index.catchUp(await feed());
    if (stop()) return true;
    const target = await indexer();
    if (!target) return false;
    const { model, embedders } = target;
    let embedder: Embedder | undefined;
    const keyOf = ({ textHash }: UnindexedMemory) => `${model.id} ${textHash}`;
    for (;;) {
      const unindexed = await target.unindexed(pageSize + failed.size);
      const page = unindexed.filter((memory) => !failed.has(keyOf(memory)));
      if (page.length === 0) {
        await onEnd?.(model.id, unindexed.length);
        return false;
      }
      onFound();
      embedder ??= await embedders.current();
      for (const memory of page) {
        if (stop()) return true;
        await work.untilNoRequests();
        const passages = await embedder
          .passages(memory.text)
          .then(requireNumbers)
          .catch((cause: unknown) => {
            if (!(cause instanceof TextFailed)) throw cause;
            failed.add(keyOf(memory));
          });
        if (passages) await index.keep(model.id, memory, passages);
        onProgress();
      }
    }
  };
}

/** Throws if a vector contains NaN or infinity. NaN would make every text equally distant. */
function requireNumbers(passages: Passage[]): Passage[] {
  if (!passages.every(({ vector }) => vector.every(Number.isFinite)))
    throw new TextFailed('The model returned a value that isn’t a number.');
  return passages;
}
