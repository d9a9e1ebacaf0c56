import type { Listed } from './view.ts';

/**
 * Merges a better answer into the shown list without moving pinned rows.
 * Pinned rows and all rows above them stay as they are. Below come the others in their better order, and last what the better
 * answer left out, so that the list doesn't get shorter under a pointer. Without pinned rows, the better answer is used as is.
 * @param pinned ids; one that isn't shown is ignored
 */
export function refined(shown: Listed[], better: Listed[], pinned: Iterable<string>): Listed[] {
  const ids = new Set(pinned);
  const last = shown.findLastIndex(({ id }) => ids.has(id));
  if (last < 0) return better;
  const kept = shown.slice(0, last + 1);
  const below = shown.slice(last + 1);
  return [...kept, ...without(better, kept), ...without(below, better)];
}

/** Whether two lists have the same memories in the same order. */
export function isSameOrder(one: Listed[], other: Listed[]): boolean {
  return one.length === other.length && one.every(({ id }, index) => id === other[index]?.id);
}

function without(list: Listed[], others: Listed[]): Listed[] {
  const ids = new Set(others.map(({ id }) => id));
  return list.filter(({ id }) => !ids.has(id));
}
