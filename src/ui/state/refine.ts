import type { Listed } from './view.ts';

/**
 * Merges a better answer into the shown list without moving pinned rows.
 * Keeps pinned rows and all rows above them. Below them comes the rest of the better answer in its order, then the
 * shown rows that the answer lacks, so that the list doesn't get shorter under a pointer. Without pinned rows, returns
 * the better answer.
 * @param pinned ids; one that isn't shown is ignored
 */
export function mergeKeepingPinned(shown: Listed[], better: Listed[], pinned: Iterable<string>): Listed[] {
  const ids = new Set(pinned);
  const last = shown.findLastIndex(({ id }) => ids.has(id));
  if (last < 0) return better;
  const kept = shown.slice(0, last + 1);
  const below = shown.slice(last + 1);
  return [...kept, ...exclude(better, kept), ...exclude(below, better)];
}

/** Whether two lists have the same memories in the same order. */
export function isSameOrder(one: Listed[], other: Listed[]): boolean {
  return one.length === other.length && one.every(({ id }, index) => id === other[index]?.id);
}

function exclude(list: Listed[], others: Listed[]): Listed[] {
  const ids = new Set(others.map(({ id }) => id));
  return list.filter(({ id }) => !ids.has(id));
}
