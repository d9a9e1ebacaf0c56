import type { Context } from './context.ts';
import type { ClaimName } from './claims/index.ts';

/** Checks one promise of v1 against a server. Assumes nothing about what the server already stores. */
export interface Case {
  name: string;
  /** The claims it checks. */
  covers: readonly ClaimName[];
  /** Uses only the source document and its eight operations, so it is for any v1 server. The other cases are for servers that speak our v1. */
  plain?: true;
  /** Its share of a budget. Without it, the case is skipped in runs with a budget. */
  spends?: Spending;
  /** Throws if the promise is broken. */
  run(context: Context): Promise<void>;
}

/** Transactions on a correct server. */
export interface Spending {
  own: number;
  /** For fixtures, which cases share. */
  fixtures?: number;
}

/** Marks cases that cost nothing: they read, are refused, or use only tokens. */
export const free = (cases: Case[]): Case[] => cases.map((testCase) => ({ ...testCase, spends: { own: 0 } }));
