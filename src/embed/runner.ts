import type { Model } from '../service/ports/embedder.ts';

/** The role of a text in a search: some models embed queries and passages differently. */
export type Role = 'query' | 'passage';

/** A loaded model, for the self-test and the Embedder: texts in, vectors out. */
export interface Runner {
  readonly model: Model;
  /** One vector of length 1 per text, in order. Text beyond the model's window is cut off. */
  embed(texts: string[], role: Role): Promise<Float32Array[]>;
}
