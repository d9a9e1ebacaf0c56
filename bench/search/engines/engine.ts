import type { IndexFiles } from '../../../src/service/ports/keyword-index.ts';

export const engineNames = ['commonplace', 'minisearch', 'fts5', 'orama'] as const;
export type EngineName = (typeof engineNames)[number];

export interface Engine {
  /** Kinds of queries that the engine can't answer. Default: none. */
  cannot?: QueryKind[];
  build(size: number): Promise<void>;
  open(size: number): Promise<void>;
  /** Returns the ids of the ten best notes. */
  search(query: Query): Promise<string[]>;
}

export interface Query {
  text: string;
  kind: QueryKind;
}

/** `filtered`: only notes in one collection, which has a tenth of all notes. */
export const queryKinds = ['two words', 'question', 'prefix', 'typo', 'filtered'] as const;
export type QueryKind = (typeof queryKinds)[number];

/** A row of the results: queries of a kind, repeated; with `, once`, new queries of the kind, each sent once. */
export type QueryRow = QueryKind | `${QueryKind}, once`;
export const queryRows: QueryRow[] = queryKinds.flatMap((kind): QueryRow[] => [kind, `${kind}, once`]);

/** The engine stores its index in `files`. Making an engine reads nothing. */
export type MakeEngine = (files: IndexFiles) => Engine;
