import type { Context } from './context.ts';
import type { MarkName } from './marks/index.ts';

/** One thing that v1 promises, shown against a server. It assumes nothing about what the server already keeps. */
export interface Case {
  /** A sentence that says what is so. */
  name: string;
  /** The marks that this case shows. */
  covers: readonly MarkName[];
  /** It judges by the source document alone, through its eight operations: it is for any v1 server. The others are for servers that speak our v1. */
  plain?: true;
  /** The most transactions that it spends on a right server, what it makes on the shelf included; one that does not say is left out where there is a budget. */
  writes?: number;
  /** Throws where it is not so. */
  run(context: Context): Promise<void>;
}
