import type { Memory } from '../../v1/schemas/memory.ts';
import type { Match, SearchMode } from '../../v1/schemas/search.ts';

/** A memory in a list. A search result has a `match`. */
export type Listed = Memory & { match?: Match };

/** The starting point of a search for similar memories: a memory, or the text of the active page. */
export type Near = { memory: Memory } | { page: string };

/**
 * The filters of a list. `collection`: an id. All `tags` and `phrases` must occur, and nothing in `not`. The bounds of
 * the creation time are exclusive, in ISO 8601.
 */
export interface ListFilters {
  collection?: string | undefined;
  tags: readonly string[];
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
  site?: string | undefined;
  phrases?: readonly string[] | undefined;
  not?: readonly string[] | undefined;
}

/**
 * The question that a list answers: recent memories if the query is blank, otherwise search results. With `near`,
 * memories similar to it.
 */
export interface Question {
  query: string;
  near?: Near | undefined;
  /** Undefined: all memories. */
  within?: ListFilters | undefined;
}

export interface View extends Question {
  memories: Listed[];
  nextCursor: string | null;
  /** Whether there are no memories at all, not even in the trash. */
  neverSaved?: boolean;
  /** Whether this view shows one requested memory instead of a list. */
  single?: boolean;
  /** How many results the search asked for. */
  limit?: number;
  /** Whether there are as many results as requested, so that there may be more. */
  full?: boolean;
  /** How a search was answered. `looking`: by word so far, and a better answer may follow. Absent without a search. */
  mode?: SearchMode | 'looking';
  /** The share of memories, 0..1, that could be found by meaning. */
  coverage?: number;
}

/** A view, or the failure of its question. */
export type Outcome = { view: View } | (Question & { failure: unknown });

export function questionOf(outcome: Outcome): Question {
  return 'view' in outcome ? outcome.view : outcome;
}

export function isSameQuestion(one: Question, other: Question): boolean {
  return one.query === other.query && one.near === other.near && one.within === other.within;
}

/**
 * Whether a search ran by word only although it could have run by meaning. A query without letters and digits can't run
 * by meaning.
 */
export function lacksMeaning({ mode, query, near }: View): boolean {
  return mode === 'keyword' && (near !== undefined || /[\p{L}\p{N}]/u.test(query));
}

/** Whether a question shows recent memories rather than search results. */
export function isRecent({ query, near }: Question): boolean {
  return near === undefined && query.trim() === '';
}

/** Applies a change to an outcome's memories; returns a failure unchanged. */
export function mapMemories<Maybe extends Outcome | undefined>(outcome: Maybe, change: (now: Listed[]) => Listed[]) {
  return outcome !== undefined && 'view' in outcome
    ? { view: { ...outcome.view, memories: change(outcome.view.memories) } }
    : outcome;
}

/** The sort key of the service's lists, which are in descending order: creation, then id. */
const creationKey = ({ createdAt, id }: Memory): string => createdAt + id;

/** Whether a memory belongs to a part of the list that isn't loaded yet. Search results have no such part. */
export const isBeyond = ({ memories, nextCursor }: View, memory: Memory): boolean => {
  const oldest = memories.at(-1);
  return nextCursor !== null && oldest !== undefined && creationKey(memory) < creationKey(oldest);
};

/**
 * Adds restored memories to a list: at their position in `before` (an earlier state of this list) or, in an unfiltered
 * list of recent memories, by creation time. Undefined if their position is unknown. The list isn't read again: a
 * search would place the memories elsewhere until they are indexed again.
 */
export function withRestored(now: View | undefined, memories: readonly Memory[], before?: View): View | undefined {
  if (now !== undefined && before !== undefined && isSameQuestion(now, before))
    return {
      ...now,
      memories: memories.reduce((shown, one) => putBackInto(shown, before.memories, one), now.memories),
    };
  const oldest = now?.memories.at(-1);
  if (now === undefined || oldest === undefined || !isRecent(now) || now.within !== undefined) return undefined;
  const isLoaded = (memory: Memory) => now.nextCursor === null || creationKey(memory) > creationKey(oldest);
  const all = [...new Map([...now.memories, ...memories.filter(isLoaded)].map((one) => [one.id, one])).values()];
  return { ...now, memories: all.toSorted((one, other) => (creationKey(one) < creationKey(other) ? 1 : -1)) };
}

/** Inserts a memory after the last of the shown rows that preceded it in `before`. */
function putBackInto(shown: Listed[], before: Listed[], memory: Memory): Listed[] {
  if (shown.some(({ id }) => id === memory.id)) return shown;
  const indexBefore = before.findIndex(({ id }) => id === memory.id);
  const preceding = new Set(before.slice(0, Math.max(0, indexBefore)).map(({ id }) => id));
  const index = shown.findLastIndex(({ id }) => preceding.has(id)) + 1;
  return shown.toSpliced(index, 0, { ...before[indexBefore], ...memory });
}
