import { TextFailed } from '../../embed/hosted/session.ts';
import type { Embedder, Embedders, Model, Passage } from '../../service/ports/embedder.ts';
import type { ChangeFeed } from '../../service/ports/keyword-index.ts';
import type { Unread, VectorIndex, VectorShelf } from '../../service/ports/vector-index.ts';
import type { OpenWork } from '../engine/open-work.ts';

/** How many memories are looked up at a time. */
const pageSize = 16;

export interface SliceParts {
  index: VectorIndex & VectorShelf;
  feed: () => Promise<ChangeFeed>;
  /** The model to read with, and where it is to be had. */
  reader: () => Promise<{ model: Model; embedders: Embedders }>;
  work: OpenWork;
  /** Told at the end how many memories the model can't read. */
  ended: (model: string, unreadable: number) => void;
  /** Told after each memory. */
  changed: () => void;
}

/** Reads memories that are unread, newest first, until none is left or `stop` says so; answers whether any is left. Tells when it has found one. Throws ModelUnavailable. */
export type Slice = (told: { found: () => void; stop: () => boolean }) => Promise<boolean>;

/** Slices that read memory by memory, each after the requests that are open. */
export function sliceReader({ index, feed, reader, work, ended, changed }: SliceParts): Slice {
  /** By model and text: what it can't embed must not keep it from reading the rest, and stays unread. */
  const failed = new Set<string>();

  return async ({ found, stop }) => {
    await work.noRequest();
    await index.catchUp(await feed());
    const { model, embedders } = await reader();
    let embedder: Embedder | undefined;
    const nameOf = ({ textHash }: Unread) => `${model.id} ${textHash}`;
    for (;;) {
      const unread = await index.unread(model.id, model.dimensions, pageSize + failed.size);
      const page = unread.filter((one) => !failed.has(nameOf(one)));
      if (page.length === 0) {
        if (unread.length > 0) await index.finish(model.id);
        ended(model.id, unread.length);
        return false;
      }
      found();
      // A model is not loaded to learn that there is nothing to read.
      embedder ??= await embedders.current();
      for (const one of page) {
        if (stop()) return true;
        await work.noRequest();
        const passages = await embedder
          .passages(one.text)
          .then(requireNumbers)
          .catch((cause: unknown) => {
            if (!(cause instanceof TextFailed)) throw cause;
            failed.add(nameOf(one));
          });
        if (passages) await index.keep(model.id, one, passages);
        changed();
      }
    }
  };
}

/** Measured against a vector that holds something else, every text would be equally far. */
function requireNumbers(passages: Passage[]): Passage[] {
  if (!passages.every(({ vector }) => vector.every(Number.isFinite)))
    throw new TextFailed("The model returned a value that isn't a number.");
  return passages;
}
