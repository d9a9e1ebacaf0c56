import type { FollowingIndex, IndexFilters } from './keyword-index.ts';
import type { Passage } from './embedder.ts';

export interface VectorQuery {
  /** Of length 1, of the model that the index holds vectors of. */
  vector: Float32Array;
  filters: IndexFilters;
  limit: number;
  /** Ids of the collections that the asker may see; undefined: all memories. */
  within?: string[] | undefined;
  /** Ids whose cosines are answered too, however low, if they pass and have a vector. */
  also?: string[] | undefined;
}

export interface VectorHit {
  id: string;
  /** Of its best passage; falls along the answer. Equal cosines: newest (createdAt, id) first. */
  cosine: number;
  passage: Pick<Passage, 'start' | 'end'>;
}

/** Answers by meaning, in the vectors of one model. Catching up embeds nothing. */
export interface VectorIndex extends FollowingIndex {
  /** Id of the model whose vectors are searched; while a new model reads the memories, the old one's still are. Undefined: none yet. */
  readonly model: string | undefined;
  /** Best first, at most `limit`, then those of `also` that are not among them, best first. */
  search(query: VectorQuery): Promise<VectorHit[]>;
  /** How many live memories that pass there are, and how many of them have all their vectors. */
  coverage(filters: IndexFilters, within?: string[]): Promise<{ read: number; of: number }>;
  /** The mean of a memory's vectors, of length 1; undefined where it has none. */
  vectorOf(id: string): Promise<Float32Array | undefined>;
}

/** A memory whose text has no vectors of the model yet. */
export interface Unread {
  id: string;
  /** What to embed. */
  text: string;
  /** Given back with the passages: a memory that was edited meanwhile stays unread. */
  textHash: string;
}

/** The side of a vector index that a background reader fills. */
export interface VectorShelf {
  /** Newest first. Begins to gather vectors of `model`; those of another are dropped when all of it are there. */
  unread(model: string, dimensions: number, limit: number): Promise<Unread[]>;
  /** Keeps the passages of one memory, all or none; forgets them where the text is another by now. */
  keep(model: string, unread: Pick<Unread, 'id' | 'textHash'>, passages: Passage[]): Promise<void>;
  /** What is still unread can't be read with this model: it answers without, and what another one has read is dropped, unless it has read less than half. */
  finish(model: string): Promise<void>;
  /** The model whose vectors answer can't be used now: those of this one answer in their place, however few there are. Drops nothing. */
  answerBy(model: string): Promise<void>;
}
