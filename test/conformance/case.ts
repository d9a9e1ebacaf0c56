import type { Context } from './context.ts';
import type { MarkName } from './marks/index.ts';

/** One thing that v1 promises, shown against a server. It assumes nothing about what the server already keeps. */
export interface Case {
  /** A sentence that says what is so. */
  name: string;
  /** The marks that this case shows. */
  covers: readonly MarkName[];
  /** Throws where it is not so. */
  run(context: Context): Promise<void>;
}
