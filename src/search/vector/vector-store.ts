import type { Model, Passage } from '../../service/ports/embedder.ts';
import type { ChangeFeed, IndexFilters } from '../../service/ports/keyword-index.ts';
import type { UnindexedMemory, VectorHit, VectorQuery } from '../../service/ports/vector-index.ts';
import { textHashString } from './embedded-text.ts';
import type { LedgerStore } from './ledger-store.ts';
import { Ledger } from './ledger.ts';
import { nearestMemories } from './nearest-memories.ts';
import type { Volumes } from './volumes.ts';
import { UnindexedQueue } from './unindexed-queue.ts';

const pageSize = 200;

/** The ledger of live memories and the volumes, always consistent with each other. One call at a time. */
export class VectorStore {
  readonly #ledgerStore: LedgerStore;
  readonly #open: (ledger: Ledger) => Promise<Volumes>;
  readonly #onDamage: () => void;
  #ledger = new Ledger('');
  /** Opened only after the ledger has caught up, because volumes load only the vectors of memories in the ledger. */
  #volumes: Volumes | undefined;
  /** The memories to index for the newest model. */
  #queue: UnindexedQueue | undefined;
  /** The memories to index for the model that searches still use, while `#queue` is for its successor. */
  #meanwhile: UnindexedQueue | undefined;

  constructor(ledgerStore: LedgerStore, open: (ledger: Ledger) => Promise<Volumes>, onDamage: () => void) {
    this.#ledgerStore = ledgerStore;
    this.#open = open;
    this.#onDamage = onDamage;
  }

  get model(): string | undefined {
    return this.#volumes?.active?.header.model;
  }

  /** The seq up to which the feed has been read; undefined until the vectors are open. */
  get seq(): number | undefined {
    return this.#volumes === undefined ? undefined : this.#ledger.seq;
  }

  /**
   * Switches to this store and loads its saved ledger. A ledger beyond `last`, the store's last seq, belongs to another
   * history (from before a restore, for example) and is discarded.
   */
  async switchTo(store: string, last: number): Promise<void> {
    if (this.#ledger.store === store && this.#ledger.seq <= last) return;
    const saved = this.#ledger.store === store ? undefined : await this.#ledgerStore.load(store);
    await this.close();
    this.#ledger = saved !== undefined && saved.seq <= last ? saved : new Ledger(store);
  }

  /** Returns whether any change was read. */
  async readPage(feed: ChangeFeed, last: number): Promise<boolean> {
    if (this.#ledger.seq >= last) return false;
    const page = await feed.changes(this.#ledger.seq, pageSize);
    for (const change of page) {
      const { stale, unindexed } = this.#ledger.apply(change);
      if (stale !== undefined) for (const volume of this.#volumes?.all ?? []) await volume.drop(stale);
      if (unindexed !== undefined) this.#addToQueues(unindexed);
    }
    this.#ledgerStore.changed(page.length);
    return page.length > 0;
  }

  /** Opens the volumes if needed, then settles them (see Volumes.settle). Call it after all changes are read. */
  async settle(): Promise<void> {
    this.#volumes ??= await this.#open(this.#ledger);
    await this.#volumes.settle();
  }

  /** The seqs of at most `limit` memories that lack vectors or token vectors of this model, newest first. */
  async unindexed(model: Pick<Model, 'id' | 'dimensions' | 'tokenWidth'>, limit: number): Promise<number[]> {
    const volume = await this.#volumes?.volumeToFill(model);
    if (!volume) return [];
    if (this.#queue?.volume !== volume)
      this.#queue = new UnindexedQueue(this.#ledger.docValues, volume, model.tokenWidth !== undefined);
    return this.#queue.newest(limit).map((number) => this.#ledger.seqOf(number));
  }

  /** See VectorWriter.unindexedMeanwhile. */
  unindexedMeanwhile(model: string, limit: number): number[] {
    const volume = this.#volumes?.active;
    const { docValues } = this.#ledger;
    if (volume?.header.model !== model || 2 * volume.memories < docValues.size) return [];
    if (this.#meanwhile?.volume !== volume) this.#meanwhile = new UnindexedQueue(docValues, volume, false);
    return this.#meanwhile.newest(limit).map((number) => this.#ledger.seqOf(number));
  }

  /** See VectorWriter.keep. */
  async keep(
    model: string,
    { id, textHash }: Pick<UnindexedMemory, 'id' | 'textHash'>,
    passages: Passage[],
  ): Promise<void> {
    const volume = this.#volumes?.of(model);
    const number = this.#ledger.docValues.numberOf(id);
    if (!volume || number === undefined) return;
    const text = { key: this.#ledger.docValues.key(number), textHash: this.#ledger.textHash(number) };
    if (textHashString(text.textHash) !== textHash) return;
    const inContent = (offset: number) => Math.max(0, offset - this.#ledger.contentStart(number));
    const contentPassages = passages.map((passage) => ({
      ...passage,
      start: inContent(passage.start),
      end: inContent(passage.end),
    }));
    const hasTokens = contentPassages.every(({ tokens }) => tokens !== undefined);
    if (!hasTokens && this.#queue?.volume === volume) this.#queue.giveUpTokens(number);
    if (volume.has(number)) {
      if (volume.hasTokens(number) || !hasTokens) return;
      if (await volume.keepTokens(number, contentPassages)) return;
      await volume.drop(number);
    }
    await volume.keep(number, text, contentPassages);
    await this.#volumes?.settle();
  }

  /** See VectorWriter.finish. */
  async finish(model: string): Promise<void> {
    await this.#volumes?.finish(model);
  }

  /** See VectorWriter.searchWith. */
  searchWith(model: string): void {
    this.#volumes?.searchWith(model);
  }

  async search(query: VectorQuery): Promise<VectorHit[]> {
    const volume = this.#volumes?.active;
    if (!volume) return [];
    const hits = await nearestMemories(volume, this.#ledger.docValues, query);
    const damaged = await volume.dropDamaged();
    for (const memory of damaged) this.#addToQueues(memory);
    if (damaged.length > 0) this.#onDamage();
    return hits;
  }

  /** See VectorIndex.tokensOf. Queues a memory again if its token vectors are missing or damaged. */
  async tokensOf(passages: { id: string; index: number }[]): Promise<Map<string, Uint8Array>> {
    const found = new Map<string, Uint8Array>();
    const volume = this.#volumes?.active;
    let isDamaged = false;
    for (const { id, index } of passages) {
      const number = this.#ledger.docValues.numberOf(id);
      if (volume === undefined || number === undefined) continue;
      const had = volume.hasTokens(number);
      const tokens = await volume.tokensOf(number, index);
      if (tokens) found.set(id, tokens);
      else this.#queue?.add(number);
      isDamaged ||= had && !volume.hasTokens(number);
    }
    if (isDamaged) this.#onDamage();
    return found;
  }

  async vectorOf(id: string): Promise<Float32Array | undefined> {
    const number = this.#ledger.docValues.numberOf(id);
    return number === undefined ? undefined : this.#volumes?.active?.mean(number);
  }

  coverage(filters: IndexFilters, within?: string[]): { indexed: number; total: number } {
    const { docValues } = this.#ledger;
    const volume = this.#volumes?.active;
    const mask = docValues.mask(filters, within);
    if (!mask) return { indexed: volume?.memories ?? 0, total: docValues.size };
    let [indexed, total] = [0, 0];
    for (let number = 0; number < mask.length; number++) {
      if (mask[number] === 0) continue;
      total++;
      if (volume?.has(number)) indexed++;
    }
    return { indexed, total };
  }

  progress(model: string): { indexed: number; total: number } {
    return { indexed: this.#volumes?.of(model)?.memories ?? 0, total: this.#ledger.docValues.size };
  }

  saveLedger(): Promise<void> {
    return this.#ledgerStore.save(this.#ledger);
  }

  /** Compacts a part of the files; returns whether there is more to do. */
  async compact(): Promise<boolean> {
    let more = false;
    for (const volume of this.#volumes?.all ?? []) more = (await volume.compact()) || more;
    return more;
  }

  async close(): Promise<void> {
    const volumes = this.#volumes;
    this.#volumes = this.#queue = this.#meanwhile = undefined;
    await volumes?.close();
  }

  #addToQueues(number: number): void {
    this.#queue?.add(number);
    this.#meanwhile?.add(number);
  }
}
