import type { IndexFiles } from '../../../src/service/ports/keyword-index.ts';

/** The engines compared: Commonplace's own and three libraries. */
export const engineNames = ['commonplace', 'minisearch', 'fts5', 'orama'] as const;
export type EngineName = (typeof engineNames)[number];

/** Searches notes by keyword. */
export interface Engine {
  /** Kinds of queries that the engine can't answer; by default none. */
  cannot?: QueryKind[];
  /** Indexes `size` notes and stores the index. */
  build(size: number): Promise<void>;
  /** Opens the stored index of `size` notes. */
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

/** Makes an engine whose index is stored in these files; nothing is read yet. */
export type MakeEngine = (files: IndexFiles) => Engine;
