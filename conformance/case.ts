import type { Context } from './context.ts';
import type { ClaimName } from './claims/index.ts';

/** One thing that v1 promises, shown against a server. It assumes nothing about what the server already keeps. */
export interface Case {
  /** A sentence that says what is so. */
  name: string;
  /** The marks that this case shows. */
  covers: readonly ClaimName[];
  /** It judges by the source document alone, through its eight operations: it is for any v1 server. The others are for servers that speak our v1. */
  plain?: true;
  /** What it takes of a budget; one that does not say is left out where there is one. */
  spends?: Spending;
  /** Throws where it is not so. */
  run(context: Context): Promise<void>;
}

/** Transactions on a right server. */
export interface Spending {
  own: number;
  /** Of the shelf, which other cases share. */
  shelf?: number;
}

/** Cases that read, are refused, or work with tokens, and so spend nothing. */
export const free = (cases: Case[]): Case[] => cases.map((one) => ({ ...one, spends: { own: 0 } }));
