import { batch, type ReadonlySignal, type Signal } from '@preact/signals';
import { limits } from '../../v1/limits.ts';
import { isLessCertain } from './certainty.ts';
import type { Notices } from './notices.ts';
import { pageSize } from './recent-path.ts';
import type { ListReader } from './list-reader.ts';
import { exclude, mergeExtended } from './refine.ts';
import type { Results } from './results.ts';
import { isRecent, isSameQuestion, type Outcome, type View } from './view.ts';

/** How many results a search asks for: at first, and after each “Show more”. */
const sizes = [pageSize, 50, limits.maxSearchResults];

/** The size to ask for next; undefined after the largest. */
export function nextSize({ limit = pageSize }: View): number | undefined {
  return sizes.find((size) => size > limit);
}

/** Whether “Show more” has raised the limit of a search. */
export function isExtended({ limit = pageSize }: View): boolean {
  return limit > pageSize;
}

/**
 * Whether the limit may have cut off certain hits (`match.certain`). A list with less certain hits has all certain
 * ones, because the less certain hits come last.
 */
export function isCut({ full, memories }: View): boolean {
  return full === true && !memories.some(isLessCertain);
}

/** Whether a list can be extended with older memories or further results. */
export function canShowMore(view: View): boolean {
  return view.nextCursor !== null || (isCut(view) && nextSize(view) !== undefined);
}

/** Whether certain hits may be missing although the search asked for as many results as it can. */
export function isAtLimit(view: View): boolean {
  return isCut(view) && nextSize(view) === undefined;
}

interface MoreParts {
  reader: ListReader;
  olderSize: number;
  view: ReadonlySignal<View | undefined>;
  shown: Signal<Outcome | undefined>;
  pending: Signal<Outcome | undefined>;
  /** Makes a request. Resolves to undefined if it is cancelled. */
  run<Answer>(request: (signal: AbortSignal) => Promise<Answer>): Promise<Answer | undefined>;
  /** Whether a view answers the current question. */
  isCurrent(view: View): boolean;
  /** Resolves once the running search is complete. */
  settled(): Promise<void>;
}

/**
 * Returns a function that appends older memories or further results to the list. That function returns how many it
 * appended. It returns undefined if there can be no more, or if the list or its question changed meanwhile. It throws
 * CommonplaceError.
 */
export function createMore({ reader, olderSize, view, shown, pending, run, isCurrent, settled }: MoreParts) {
  let adding: { from: View; count: Promise<number | undefined> } | undefined;

  async function appendOlder(from: View): Promise<number | undefined> {
    const page = await reader.older(from, olderSize);
    if (view.value !== from) return undefined;
    const memories = [...from.memories, ...page.memories];
    shown.value = { view: { ...from, memories, nextCursor: page.nextCursor ?? null } };
    return page.memories.length;
  }

  /** Repeats a search with a larger limit. Shown rows stay in place, even if the answer's order differs. */
  async function appendResults(asked: View): Promise<number | undefined> {
    if (!isCurrent(asked)) return undefined;
    await settled();
    const from = view.value;
    if (from === undefined || !isCurrent(asked) || !isSameQuestion(from, asked) || !canShowMore(from)) return undefined;
    const limit = nextSize(from)!;
    const answer = await run((signal) => reader.further(from, { limit, signal }));
    const now = view.value;
    if (answer === undefined || now === undefined) return undefined;
    const removed = exclude(from.memories, now.memories);
    const merged = mergeExtended(now.memories, exclude(answer.memories, removed), []);
    // Shown rows that the answer lacks stay. They take the space of other results, which the next “Show more” adds.
    const memories = merged.slice(0, limit);
    batch(() => {
      shown.value = { view: { ...answer, memories } };
      pending.value = undefined;
    });
    return memories.length - now.memories.length;
  }

  return async (): Promise<number | undefined> => {
    const from = view.value;
    if (from === undefined || !canShowMore(from)) return undefined;
    if (adding?.from !== from) {
      const count = (isRecent(from) ? appendOlder(from) : appendResults(from)).finally(() => {
        if (adding?.count === count) adding = undefined;
      });
      adding = { from, count };
    }
    return adding.count;
  };
}

/** Extends the list and announces how many memories were added; a failure becomes a notice. */
export async function showMore(results: Results, notices: Pick<Notices, 'fail'>): Promise<void> {
  try {
    results.added.value = undefined;
    results.added.value = await results.more();
  } catch (failure) {
    notices.fail(failure, () => showMore(results, notices));
  }
}
