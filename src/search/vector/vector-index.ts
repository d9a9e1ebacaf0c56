import { turns } from '../../lib/turns.ts';
import type { ChangeFeed, IndexFiles } from '../../service/ports/keyword-index.ts';
import type { UnindexedMemory, VectorIndex, VectorWriter } from '../../service/ports/vector-index.ts';
import { quietFor, type WhenQuiet } from '../when-quiet.ts';
import { pacer } from '../../lib/pace.ts';
import { sharedRuns } from '../../lib/shared-runs.ts';
import { embeddedText, hashOf, textHashString } from './embedded-text.ts';
import type { LargeFiles } from './files/large-file.ts';
import { VectorStore } from './vector-store.ts';
import { LedgerStore } from './ledger-store.ts';
import type { Ledger } from './ledger.ts';
import { Volumes } from './volumes.ts';

export interface VectorIndexParts {
  /** The module `vector.wasm`; loaded when needed. */
  kernel: () => Promise<BufferSource>;
  files: LargeFiles;
  /** The storage of the ledger. Without it, a restart reads all memories again. */
  blobs?: IndexFiles;
  /** When to store the ledger and compact the files; default: after two seconds without a catch-up. */
  whenQuiet?: WhenQuiet;
  /** Called when a search has found damaged vectors. Their memories must be indexed again. */
  onDamage?: () => void;
}

export interface WritableVectorIndex extends VectorIndex, VectorWriter {
  /** `indexed`: how many memories have all their vectors of this model, even while searches use another model. */
  progress(model: string): { indexed: number; total: number };
  close(): Promise<void>;
}

/** Opens the files on the first catch-up. */
export function vectorIndex({
  kernel,
  files,
  blobs,
  whenQuiet = quietFor(2_000),
  onDamage = () => {},
}: VectorIndexParts): WritableVectorIndex {
  const inTurn = turns();
  const open = async (ledger: Ledger) => {
    const volumes = new Volumes(files, await WebAssembly.compile(await kernel()), ledger);
    await volumes.load();
    return volumes;
  };
  const store = new VectorStore(new LedgerStore(blobs), open, onDamage);
  let lastFeed: ChangeFeed | undefined;

  const catchUp = sharedRuns(async (feed: ChangeFeed) => {
    lastFeed = feed;
    const last = await feed.lastSeq();
    await inTurn(() => store.switchTo(feed.store, last));
    const pace = pacer();
    while (await inTurn(() => store.readPage(feed, last))) await pace();
    await inTurn(() => store.settle());
    whenQuiet(async () => {
      await inTurn(() => store.saveLedger());
      while (await inTurn(() => store.compact())) await pace();
    });
  });

  /** The texts of the memories whose seqs `next` returns. Tries again if all these memories have changed meanwhile. */
  async function textsOf(next: () => Promise<number[]>): Promise<UnindexedMemory[]> {
    if (!lastFeed) return [];
    for (;;) {
      await catchUp(lastFeed);
      const seqs = await inTurn(next);
      const texts = await Promise.all(seqs.map((seq) => textOf(seq, lastFeed!)));
      const memories = texts.filter((text) => text !== undefined);
      if (memories.length > 0 || seqs.length === 0) return memories;
    }
  }

  return {
    catchUp,
    get seq() {
      return store.seq;
    },
    get model() {
      return store.model;
    },
    search: (query) => inTurn(() => store.search(query)),
    vectorOf: (id) => inTurn(() => store.vectorOf(id)),
    coverage: (filters, within) => inTurn(async () => store.coverage(filters, within)),
    progress: (model) => store.progress(model),
    tokensOf: (passages) => inTurn(() => store.tokensOf(passages)),
    unindexed: (model, limit) => textsOf(() => store.unindexed(model, limit)),
    unindexedMeanwhile: (model, limit) => textsOf(async () => store.unindexedMeanwhile(model, limit)),
    keep: (model, memory, passages) => inTurn(() => store.keep(model, memory, passages)),
    finish: (model) => inTurn(() => store.finish(model)),
    searchWith: (model) => inTurn(async () => store.searchWith(model)),
    close: () => inTurn(() => store.close()),
  };
}

/** The text of the memory whose newest change has this seq. Undefined if the memory has changed since. */
async function textOf(seq: number, feed: ChangeFeed): Promise<UnindexedMemory | undefined> {
  const [change] = await feed.changes(seq - 1, 1);
  if (change?.kind !== 'memory' || change.row.seq !== seq) return undefined;
  const embedded = embeddedText(change.row);
  return { id: change.row.id, text: embedded.text, textHash: textHashString(hashOf(embedded)) };
}
