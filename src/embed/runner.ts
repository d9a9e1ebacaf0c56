import type { Model } from '../service/ports/embedder.ts';

/** What a text is to a search: a model may read the two sides differently. */
export type Role = 'query' | 'passage';

/** A model at its plainest, as the self-test tries it and an Embedder uses it: texts in, vectors out. */
export interface Runner {
  readonly model: Model;
  /** One vector of length 1 for each text, in the order of the texts. What lies beyond the model's window is cut off. */
  embed(texts: string[], role: Role): Promise<Float32Array[]>;
}
