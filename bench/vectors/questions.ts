import type { Mixture } from './mixture.ts';

/** What the worker is asked to do. */
export type Question = { kind: 'scan'; mixture: Mixture } | { kind: 'load'; mixture: Mixture };

/** Milliseconds of every round. */
export type Times = number[];

export interface ScanAnswer {
  /** Side by side, a query at a time. `scan`: the kernel's top 50; `search`: the whole index, with 50 vectors read from the file; `filtered`: the same where one memory of a hundred passes. */
  times: Record<'plain' | 'scan' | 'search' | 'filtered' | 'floor', Times>;
  /** Share of the ten nearest by plain float32 among the ten that were answered, by the codes alone and by the index. */
  recall: { codes: number; index: number };
  /** Vectors kept a second. */
  keptPerSecond: number;
  bytes: { memory: number; files: number };
}

export interface LoadAnswer {
  /** From the first line of the worker, with the snapshot of the ledger and without a filter: until the vectors are there, until the first answer. */
  loaded: number;
  answered: number;
  /** The same from the page's asking, with the start of the worker. */
  sinceAsked: number;
}
