import type { EngineName, QueryRow } from './engines/engine.ts';

export type Task =
  | { kind: 'build'; engine: EngineName; size: number }
  /** Opens the stored index and answers one query. */
  | { kind: 'first answer'; engine: EngineName; size: number }
  /** Sends all queries to the engine that `first answer` has opened. */
  | { kind: 'work'; engine: EngineName }
  /** Warms up all engines. Then times them in turn, for each kind of query: on repeated queries, and on new ones. */
  | { kind: 'side by side'; engines: EngineName[]; size: number }
  | { kind: 'hybrid'; size: number };

export interface TaskAnswers {
  build: { seconds: number; bytes: number };
  /** Milliseconds from the page's request, which also starts the worker, to the answer. */
  'first answer': { answered: number };
  work: { queries: number };
  /** Milliseconds per query. Absent for a kind of query that the engine can't answer. */
  'side by side': Record<EngineName, Partial<Record<QueryRow, number[]>>>;
  /** Milliseconds per query. */
  hybrid: Record<'commonplace' | 'orama', number[]>;
}
