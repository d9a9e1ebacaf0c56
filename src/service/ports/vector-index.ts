import type { FollowingIndex, IndexFilters } from './keyword-index.ts';
import type { Model, Passage } from './embedder.ts';

export interface VectorQuery {
  /** Of length 1 or zeros, from the model whose vectors the index holds. */
  vector: Float32Array;
  filters: IndexFilters;
  limit: number;
  /** Ids of the collections that the caller may see; undefined: all memories. */
  within?: string[] | undefined;
  /** Ids of memories whose cosines are also returned, however low, if they pass the filters and have a vector. */
  also?: string[] | undefined;
}

/** A passage of a memory, as it was embedded. */
export interface FoundPassage extends Pick<Passage, 'start' | 'end'> {
  /** The passage's index in its memory. */
  index: number;
}

export interface VectorHit {
  id: string;
  /** The cosine of the memory's nearest passage. Hits are sorted by it, then newest (createdAt, id) first. */
  cosine: number;
  passage: FoundPassage;
}

/** Searches by meaning, in the vectors of one model. Catching up embeds nothing. */
export interface VectorIndex extends FollowingIndex {
  /**
   * Id of the model whose vectors are searched: the old model until a new one has indexed the memories. Undefined
   * until a model begins to index them.
   */
  readonly model: string | undefined;
  /** Best first: at most `limit` hits, then the remaining memories of `also`. */
  search(query: VectorQuery): Promise<VectorHit[]>;
  /** Counts the live memories that match the filters, and how many of these have all their vectors. */
  coverage(filters: IndexFilters, within?: string[]): Promise<{ indexed: number; total: number }>;
  /**
   * The token vectors of the given passages, by memory id; `index`: the passage's (see FoundPassage). Omits memories
   * without token vectors for that passage.
   */
  tokensOf(passages: { id: string; index: number }[]): Promise<Map<string, Uint8Array>>;
  /** The mean of a memory's vectors, of length 1 or zeros; undefined if it has none. */
  vectorOf(id: string): Promise<Float32Array | undefined>;
}

/** A memory that the model must still index: its text has no vectors of that model, or no token vectors. */
export interface UnindexedMemory {
  id: string;
  /** What to embed. */
  text: string;
  /** Passed to `keep` with the passages: a memory edited in the meantime stays unindexed. */
  textHash: string;
}

/** The write side of a vector index, for background indexing. */
export interface VectorWriter {
  /**
   * Returns memories that `model` must still index, newest first, and prepares to store its vectors. Drops the vectors
   * of other models: at once if searches don't use them, otherwise when `model` has no memory left to index.
   */
  unindexed(model: Pick<Model, 'id' | 'dimensions' | 'tokenWidth'>, limit: number): Promise<UnindexedMemory[]>;
  /**
   * For a `model` that another model is replacing: returns the memories that `model` hasn't indexed, newest first.
   * Indexing them with `model` lets searches find them before the replacement ends. Returns none if `model` isn't in
   * use, or has indexed fewer than half of the memories: indexing more of them would only delay its successor.
   */
  unindexedMeanwhile(model: string, limit: number): Promise<UnindexedMemory[]>;
  /** Stores all passages of one memory, or none of them, for example if its text has changed. */
  keep(model: string, memory: Pick<UnindexedMemory, 'id' | 'textHash'>, passages: Passage[]): Promise<void>;
  /**
   * Call when this model has indexed all it can. If that is at least half of the memories, searches use its vectors
   * from then on, and the vectors of other models are dropped.
   */
  finish(model: string): Promise<void>;
  /** Makes searches use this model's vectors, however few there are, because the current model can't be used. */
  searchWith(model: string): Promise<void>;
}
