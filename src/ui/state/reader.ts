import type { Client } from '../../client/index.ts';
import type { SearchAnswer, SearchMode } from '../../v1/schemas/search.ts';
import { fewLessCertain } from './certainty.ts';
import { pageSize } from './recent-path.ts';
import type { Near, View, Within } from './view.ts';

const maxPageSize = 100;

/** The filters that have the same names in listings and searches. */
function alike({ collection, createdAfter, createdBefore, site, phrases = [], not = [] }: Within) {
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
export const filterParameters = (within: Within | undefined) =>
  within === undefined ? {} : { ...alike(within), tag: [...within.tags] };

/** Reads lists, each as a {@link View}. All methods throw CommonplaceError, or the reason of `signal`. */
export function createReader({ memories }: Client) {
  async function trashIsEmpty(signal: AbortSignal): Promise<boolean> {
    return (await memories.list({ deleted: true, limit: 1 }, { signal })).memories.length === 0;
  }

  const viewFields = ({ memories, coverage }: SearchAnswer) => ({
    memories: fewLessCertain(memories),
    nextCursor: null,
    full: memories.length === pageSize,
    coverage,
  });

  return {
    /** The newest memories: one page, or as many as are shown if that is more. */
    async recent(within: Within | undefined, shownCount: number, signal: AbortSignal): Promise<View> {
      const page = await memories.list(
        { ...filterParameters(within), limit: Math.min(maxPageSize, Math.max(pageSize, shownCount)) },
        { signal },
      );
      const untouched = page.memories.length === 0 && within === undefined && (await trashIsEmpty(signal));
      return { query: '', within, ...page, nextCursor: page.nextCursor ?? null, untouched };
    },

    /** The next page after `recent`. */
    older: ({ within, nextCursor }: View, limit: number) =>
      memories.list({
        ...filterParameters(within),
        limit,
        ...(nextCursor !== null && { cursor: nextCursor }),
      }),

    async search(query: string, within: Within | undefined, mode: SearchMode, signal: AbortSignal): Promise<View> {
      const filters = within && { ...alike(within), tags: [...within.tags] };
      const answer = await memories.search(
        { query: query.trimStart(), mode, limit: pageSize, ...(filters && { filters }) },
        { signal },
      );
      return { query, within, ...viewFields(answer), mode: mode === 'keyword' ? 'looking' : answer.mode };
    },

    /** `query`: the text searched for before, which the view keeps. */
    async near(near: Near, query: string, signal: AbortSignal): Promise<View> {
      const like = 'memory' in near ? { memoryId: near.memory.id } : { text: near.page };
      const answer = await memories.search({ like, limit: pageSize }, { signal });
      return { query, near, ...viewFields(answer), mode: answer.mode };
    },
  };
}
