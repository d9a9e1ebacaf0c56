/** A request to a bench worker. */
export type Question =
  /**
   * Loads the model and embeds `query`. `copy`: reads the weights from the browser's stored copy, or stores one, as the
   * extension does.
   */
  | { load: { query: string; copy: boolean } }
  /** Embeds texts one by one, as the extension does. Returns the vectors only if `vectors` is true. */
  | { texts: string[]; vectors?: boolean }
  /** Measures the CPU's limit. */
  | { limit: true };

export interface Timings {
  /** Milliseconds in the worker per text, including tokenising. */
  ms: number[];
  vectors?: Float32Array[];
}

/**
 * The CPU's limit: billions of multiply-adds per second on values in registers, once with products summed in pairs and
 * once in fours.
 */
export type Limit = Record<'pairs' | 'fours', number>;
