/** A request to a bench worker. It embeds texts one by one, as the extension does, and returns the vectors only if `vectors` is set. */
export type Question =
  | { load: { query: string; copy: boolean } }
  | { texts: string[]; vectors?: boolean }
  | { limit: true };

export interface Timings {
  /** Milliseconds in the worker per text, including tokenising. */
  ms: number[];
  vectors?: Float32Array[];
}

/** The CPU's limit: billions of multiply-adds per second on values in registers. */
export type Limit = Record<'pairs' | 'fours', number>;
