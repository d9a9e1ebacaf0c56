import type { Match } from '../../v1/schemas/search.ts';

/**
 * Below so much of the most that the query could have scored, a hit is shown as less certain.
 * A memory that holds every word has more, however long it is: BM25+ gives a word at least 0.5 of at most 2.7, which is 0.185.
 */
const certain = 0.18;

/** Whether a hit is likely beside the point: it stays, apart from the others. */
export function isWeak({ keyword, semantic }: Match): boolean {
  return Math.max(keyword ?? 0, semantic ?? 0) < certain;
}
