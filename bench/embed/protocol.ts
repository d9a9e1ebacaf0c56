export type Question =
  /**
   * Loads the model and embeds `query`. `copy`: uses the browser's stored copy of the weights, and stores one if there
   * is none.
   */
  | { load: { query: string; copy: boolean } }
  /** Embeds texts one by one. Returns the vectors only if `vectors` is true. */
  | { texts: string[]; vectors?: boolean }
  | { limit: true };

export interface Timings {
  /** Milliseconds in the worker per text, including tokenising. */
  ms: number[];
  vectors?: Float32Array[];
}

/**
 * The CPU's limit: billions of multiply-adds per second on values in registers. `pairs`, `fours`: how many products are
 * summed at once.
 */
export type Limit = Record<'pairs' | 'fours', number>;
