import type { Mixture } from './mixture.ts';

export type Question = { kind: 'scan'; mixture: Mixture } | { kind: 'load'; mixture: Mixture };

export type Times = number[];

export interface ScanAnswer {
  /**
   * - `plain`: a scan in JavaScript.
   * - `scan`: the kernel finds the top 50.
   * - `search`: the whole index, which also reads 50 vectors from the file.
   * - `filtered`: like `search`, with a filter that one memory in a hundred passes.
   * - `floor`: reads as many bytes as `scan`, but compares nothing.
   */
  times: Record<'plain' | 'scan' | 'search' | 'filtered' | 'floor', Times>;
  /**
   * Of the ten points that an exact search finds nearest: the share found by `codes` (a scan of the int8 codes alone)
   * and by `index` (the whole index).
   */
  recall: { codes: number; index: number };
  storedPerSecond: number;
  bytes: { memory: number; files: number };
}

export interface LoadAnswer {
  /** Milliseconds from opening the index until it is loaded. */
  loaded: number;
  /** Milliseconds from opening the index until the first answer, without a filter. */
  answered: number;
  /** Milliseconds from the page's question to the first answer, including the worker's start. */
  sinceAsked: number;
}
