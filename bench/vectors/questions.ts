import type { Mixture } from './mixture.ts';

/** A request to the worker. */
export type Question = { kind: 'scan'; mixture: Mixture } | { kind: 'load'; mixture: Mixture };

/** Milliseconds per round. */
export type Times = number[];

export interface ScanAnswer {
  /**
   * Each query is measured in all ways before the next query. `scan`: the kernel finds the top 50; `search`: the whole
   * index, which also reads 50 vectors from the file; `filtered`: the same with a filter that one memory in a hundred
   * passes.
   */
  times: Record<'plain' | 'scan' | 'search' | 'filtered' | 'floor', Times>;
  /** The share of the ten nearest points in plain float32 that the codes alone find, and that the index finds. */
  recall: { codes: number; index: number };
  /** Vectors stored per second. */
  storedPerSecond: number;
  bytes: { memory: number; files: number };
}

export interface LoadAnswer {
  /** Milliseconds from the worker's first line until the vectors are loaded, with the ledger's snapshot. */
  loaded: number;
  /** Milliseconds from the worker's first line until the first answer, without a filter. */
  answered: number;
  /** Milliseconds from the page's question to the first answer, including the worker's start. */
  sinceAsked: number;
}
