import type { Match } from '../../v1/schemas/search.ts';

/** Below so much of the most that the query could have scored, a hit is shown as less certain. */
const certain = 0.2;

/** Whether a hit is likely beside the point: it stays, apart from the others. */
export function isWeak({ keyword, semantic }: Match): boolean {
  return Math.max(keyword ?? 0, semantic ?? 0) < certain;
}
