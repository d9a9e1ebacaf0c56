import type { Context } from './context.ts';
import type { ClaimName } from './claims/index.ts';

/** Checks one promise of v1 against a server. Assumes nothing about what the server already stores. */
export interface Case {
  name: string;
  /** The claims it checks. */
  covers: readonly ClaimName[];
  /**
   * Uses only the eight operations of the source document, the short specification that our v1 extends (see
   * docs/v1.md). So it runs against any v1 server. Other cases need a server with our extensions.
   */
  plain?: true;
  /**
   * The case's transactions: writes that count toward the plan's daily quota. A case without this is skipped in runs
   * with a budget.
   */
  spends?: Spending;
  /** Throws if the promise is broken. */
  run(context: Context): Promise<void>;
}

/** Transactions spent on a correct server. */
export interface Spending {
  own: number;
  /** Spent on shared fixtures, unless an earlier case created them. */
  fixtures?: number;
}

/** Marks cases as spending no transactions, because they only read, are refused, or change only tokens. */
export const withoutSpending = (cases: Case[]): Case[] =>
  cases.map((testCase) => ({ ...testCase, spends: { own: 0 } }));
