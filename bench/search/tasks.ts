import type { EngineName, QueryKind } from './engines/engine.ts';

/** The tasks of the worker. */
export type Task =
  | { kind: 'build'; engine: EngineName; size: number }
  /** Opens the stored index and answers one query. */
  | { kind: 'first answer'; engine: EngineName; size: number }
  /** Sends all queries to the engine that `first answer` has opened. */
  | { kind: 'work'; engine: EngineName }
  /** Times queries: warms up all engines alike, then lets them take turns with all queries of a kind, several times. */
  | { kind: 'side by side'; engines: EngineName[]; size: number }
  /** Times Commonplace's hybrid search and Orama's. */
  | { kind: 'hybrid'; size: number };

export interface TaskAnswers {
  /** `bytes`: the size of the stored index. */
  build: { seconds: number; bytes: number };
  /** `answered`: milliseconds from the page's request, which also starts the worker, to the answer. */
  'first answer': { answered: number };
  work: { queries: number };
  /** Milliseconds per query; absent for a kind of query that the engine can't answer. */
  'side by side': Record<EngineName, Partial<Record<QueryKind, number[]>>>;
  /** Milliseconds per query. */
  hybrid: Record<'commonplace' | 'orama', number[]>;
}
