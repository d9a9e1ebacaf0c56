import type { Embedder, Embedders, Model } from '../../service/ports/embedder.ts';
import type { ChangeFeed } from '../../service/ports/keyword-index.ts';
import type { VectorIndex, VectorShelf } from '../../service/ports/vector-index.ts';
import type { OpenWork } from '../engine/open-work.ts';

/** How many memories are looked up at a time. */
const pageSize = 16;

export interface SliceParts {
  index: VectorIndex & VectorShelf;
  feed: () => Promise<ChangeFeed>;
  /** The model to read with, and where it is to be had. */
  reader: () => Promise<{ model: Model; embedders: Embedders }>;
  work: OpenWork;
  /** Told after each memory. */
  changed: () => void;
}

/** Reads memories one by one, each after the requests that are open; answers whether any is left. Throws ModelUnavailable. */
export function sliceReader({ index, feed, reader, work, changed }: SliceParts): (stop: () => boolean) => Promise<boolean> {
  return async (stop) => {
    await work.noRequest();
    await index.catchUp(await feed());
    const { model, embedders } = await reader();
    let embedder: Embedder | undefined;
    for (;;) {
      const page = await index.unread(model.id, model.dimensions, pageSize);
      if (page.length === 0) return false;
      // A model is not loaded to learn that there is nothing to read.
      embedder ??= await embedders.current();
      for (const unread of page) {
        if (stop()) return true;
        await work.noRequest();
        await index.keep(model.id, unread, await embedder.passages(unread.text));
        changed();
      }
    }
  };
}
