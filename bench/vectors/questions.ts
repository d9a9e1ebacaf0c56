import type { Mixture } from './mixture.ts';

/** A request to the worker. */
export type Question = { kind: 'scan'; mixture: Mixture } | { kind: 'load'; mixture: Mixture };

/** Milliseconds, one number per query. */
export type Times = number[];

export interface ScanAnswer {
  /**
   * Each query is measured in all ways before the next query. `plain`: a scan in JavaScript; `scan`: the kernel finds
   * the top 50; `search`: the whole index, which also reads 50 vectors from the file; `filtered`: the same with a
   * filter that one memory in a hundred passes; `floor`: reads as many bytes as `scan`, but compares nothing.
   */
  times: Record<'plain' | 'scan' | 'search' | 'filtered' | 'floor', Times>;
  /**
   * Of the ten nearest points by an exact float32 scan: the share that a scan of the int8 codes alone finds, and the
   * share that the whole index finds.
   */
  recall: { codes: number; index: number };
  /** Vectors stored per second. */
  storedPerSecond: number;
  bytes: { memory: number; files: number };
}

export interface LoadAnswer {
  /** Milliseconds from opening the index until its vectors and its list of memories are loaded. */
  loaded: number;
  /** Milliseconds from opening the index until the first answer, without a filter. */
  answered: number;
  /** Milliseconds from the page's question to the first answer, including the worker's start. */
  sinceAsked: number;
}
