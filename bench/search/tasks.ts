import type { EngineName, QueryKind } from './engines/engine.ts';

/** The tasks of the worker. */
export type Task =
  | { kind: 'build'; engine: EngineName; size: number }
  /** Opens the stored index and answers one query. */
  | { kind: 'first answer'; engine: EngineName; size: number }
  /** Sends all queries to the engine of the first answer. */
  | { kind: 'work'; engine: EngineName }
  /** Warms all engines up alike, then sends each query to all of them before the next. */
  | { kind: 'side by side'; engines: EngineName[]; size: number }
  /** Compares hybrid search with Orama's. */
  | { kind: 'hybrid'; size: number };

export interface TaskAnswers {
  /** `bytes`: the size of the stored index. */
  build: { seconds: number; bytes: number };
  /** `answered`: milliseconds since the page asked for the worker. */
  'first answer': { answered: number };
  work: { queries: number };
  /** Milliseconds per query; none of a kind that the engine can't answer. */
  'side by side': Record<EngineName, Partial<Record<QueryKind, number[]>>>;
  /** Milliseconds per query. */
  hybrid: Record<'commonplace' | 'orama', number[]>;
}
