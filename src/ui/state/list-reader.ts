import type { Client } from '../../client/index.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { SearchAnswer, SearchMode } from '../../v1/schemas/search.ts';
import { limitLessCertain } from './certainty.ts';
import { pageSize } from './recent-path.ts';
import type { Near, Question, View, ListFilters } from './view.ts';
import { hasCode } from './sentence.ts';

const maxPageSize = 100;

interface RequestBounds {
  limit: number;
  signal: AbortSignal;
}

/** The filters whose parameters have the same names in listings and searches. */
function sharedFilters({ collection, createdAfter, createdBefore, site, phrases = [], not = [] }: ListFilters) {
  return {
    ...(collection !== undefined && { collection }),
    ...(createdAfter !== undefined && { createdAfter }),
    ...(createdBefore !== undefined && { createdBefore }),
    ...(site !== undefined && { site }),
    ...(phrases.length > 0 && { phrases: [...phrases] }),
    ...(not.length > 0 && { not: [...not] }),
  };
}

/** The filters as parameters of a listing. */
export const filterParameters = (within: ListFilters | undefined) =>
  within === undefined ? {} : { ...sharedFilters(within), tag: [...within.tags] };

/** How long to wait before repeating a failed request, if the service is unavailable and says how long. */
export function waitMsOf(failure: unknown): number | undefined {
  if (!hasCode(failure, 'unavailable')) return undefined;
  return failure.retryAfter === undefined ? undefined : failure.retryAfter * 1_000;
}

export type ListReader = ReturnType<typeof createListReader>;

/**
 * Reads lists, each as a {@link View}; only `older` returns a plain page. All methods throw CommonplaceError, or the
 * reason of `signal`.
 */
export function createListReader({ memories }: Client) {
  async function trashIsEmpty(signal: AbortSignal): Promise<boolean> {
    return (await memories.list({ deleted: true, limit: 1 }, { signal })).memories.length === 0;
  }

  const viewFields = ({ memories, coverage }: SearchAnswer, limit: number) => ({
    memories: limitLessCertain(memories),
    nextCursor: null,
    limit,
    full: memories.length >= limit,
    coverage,
  });

  async function search(
    { query, within }: Question,
    mode: SearchMode,
    { limit, signal }: RequestBounds,
  ): Promise<View> {
    const filters = within && { ...sharedFilters(within), tags: [...within.tags] };
    const answer = await memories.search(
      { query: query.trimStart(), mode, limit, ...(filters && { filters }) },
      { signal },
    );
    return { query, within, ...viewFields(answer, limit), mode: mode === 'keyword' ? 'looking' : answer.mode };
  }

  /** `query`: the previous query, which the view keeps. */
  async function nearest(near: Near, query: string, { limit, signal }: RequestBounds): Promise<View> {
    const like = 'memory' in near ? { memoryId: near.memory.id } : { text: near.page };
    const answer = await memories.search({ like, limit }, { signal });
    return { query, near, ...viewFields(answer, limit), mode: answer.mode };
  }

  return {
    /** The newest memories: as many as are shown, but at least `pageSize`. Reads several pages if necessary. */
    async recent(within: ListFilters | undefined, shownCount: number, signal: AbortSignal): Promise<View> {
      const listed: Memory[] = [];
      let nextCursor: string | null | undefined;
      do {
        const left = Math.max(pageSize, shownCount) - listed.length;
        const page = await memories.list(
          {
            ...filterParameters(within),
            limit: Math.min(maxPageSize, left),
            ...(nextCursor != null && { cursor: nextCursor }),
          },
          { signal },
        );
        listed.push(...page.memories);
        nextCursor = page.nextCursor;
      } while (nextCursor != null && listed.length < shownCount);
      const neverSaved = listed.length === 0 && within === undefined && (await trashIsEmpty(signal));
      return { query: '', within, memories: listed, nextCursor: nextCursor ?? null, neverSaved };
    },

    older: ({ within, nextCursor }: View, limit: number) =>
      memories.list({
        ...filterParameters(within),
        limit,
        ...(nextCursor !== null && { cursor: nextCursor }),
      }),

    search,
    near: nearest,

    /**
     * Passes the results by word to `early`. Returns the results of a second search, by word and meaning. If the second
     * search fails, returns the results by word.
     */
    async searchTwice(question: Question, bounds: RequestBounds, early: (byWord: View) => void): Promise<View> {
      const byWord = await search(question, 'keyword', bounds);
      bounds.signal.throwIfAborted();
      // Sent before the results by word are shown, so that it doesn't wait for their rendering.
      const byBoth = search(question, 'hybrid', bounds).catch((): View => ({ ...byWord, mode: 'keyword' }));
      early(byWord);
      return byBoth;
    },

    /** Repeats a view's search with a larger limit. If the view's mode is `keyword`, searches by word only. */
    async further(view: View, bounds: RequestBounds): Promise<View> {
      if (view.near !== undefined) return nearest(view.near, view.query, bounds);
      if (view.mode !== 'keyword') return search(view, 'hybrid', bounds);
      return { ...(await search(view, 'keyword', bounds)), mode: 'keyword' };
    },
  };
}
