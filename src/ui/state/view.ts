import type { Memory } from '../../v1/schemas/memory.ts';
import type { Match, SearchMode } from '../../v1/schemas/search.ts';

/** A memory in a list; one that was searched for carries why it was found. */
export type Listed = Memory & { match?: Match };

/** To what other memories are sought that are near by meaning: one of them, or the text of the page in front. */
export type Near = { memory: Memory } | { page: string };

/** What a list is narrowed to: a collection, by its id, and tags, all of which must be there. */
export interface Within {
  collection?: string | undefined;
  tags: readonly string[];
}

/** What a list answers: what was typed (blank: the recent ones), unless it is of those near to something. */
export interface Question {
  query: string;
  near?: Near | undefined;
  /** Undefined: all memories. */
  within?: Within | undefined;
}

export interface View extends Question {
  memories: Listed[];
  nextCursor: string | null;
  /** There is none, and none in the trash: nothing was ever saved here. */
  untouched?: boolean;
  /** A single memory that was asked for, not a list. */
  single?: boolean;
  /** As many were found as were asked for: there may be others. */
  full?: boolean;
  /** How a search was answered in the end; `looking`: by word, and it may be answered better in a moment. Absent where nothing was searched for. */
  mode?: SearchMode | 'looking';
  /** The share of the memories, 0..1, that could be found by meaning. */
  coverage?: number;
}

/** What an answer brought. */
export type Outcome = { view: View } | (Question & { failure: unknown });

export function questionOf(outcome: Outcome): Question {
  return 'view' in outcome ? outcome.view : outcome;
}

export function isSameQuestion(one: Question, other: Question): boolean {
  return one.query === other.query && one.near === other.near && one.within === other.within;
}

/** The lists that need no searching. */
export function isRecent({ query, near }: Question): boolean {
  return near === undefined && query.trim() === '';
}
