import type { Context } from './context.ts';
import type { ClaimName } from './claims/index.ts';

/** Checks one promise of v1 against a server. Makes no assumption about what the server already stores. */
export interface Case {
  name: string;
  covers: readonly ClaimName[];
  /**
   * The case runs against any v1 server. It uses only the eight operations of the source document, the short
   * specification that our v1 extends (docs/v1.md).
   */
  plain?: true;
  /** Writes that count toward the plan's daily quota. In runs with a budget, cases without `spends` are skipped. */
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

/** For cases that only read, are refused, or change only tokens. */
export const withoutSpending = (cases: Case[]): Case[] =>
  cases.map((testCase) => ({ ...testCase, spends: { own: 0 } }));
