import type { EngineName, QueryKind } from './engines/engine.ts';

/** What the worker can be asked to do. */
export type Task =
  | { kind: 'build'; engine: EngineName; size: number }
  /** Reads what was kept, and answers one query. */
  | { kind: 'first answer'; engine: EngineName; size: number }
  /** Asks the engine that answered first all queries of each kind. */
  | { kind: 'work'; engine: EngineName }
  /** Asks all engines the same, a query at a time. */
  | { kind: 'side by side'; engines: EngineName[]; size: number };

export interface TaskAnswers {
  /** `seconds` to build, bytes that are kept. */
  build: { seconds: number; bytes: number };
  /** `answered`: milliseconds from the moment that the page asked for the worker. */
  'first answer': { answered: number };
  work: { queries: number };
  /** Milliseconds of each query. */
  'side by side': Record<EngineName, Record<QueryKind, number[]>>;
}
