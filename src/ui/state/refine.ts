import type { Listed } from './view.ts';

/**
 * A list as a better answer leaves it while a person has their hands on some of its rows.
 * Those rows and all above them stay exactly as they are: that is what keeps them from moving. Below come the others in their better order,
 * and last what the better answer left out, so that the list grows no shorter under a pointer. With no row pinned, the better answer stands as it is.
 * @param pinned ids; one that is not shown holds nothing
 */
export function refined(shown: Listed[], better: Listed[], pinned: Iterable<string>): Listed[] {
  const ids = new Set(pinned);
  const last = shown.findLastIndex(({ id }) => ids.has(id));
  if (last < 0) return better;
  const kept = shown.slice(0, last + 1);
  const below = shown.slice(last + 1);
  return [...kept, ...without(better, kept), ...without(below, better)];
}

/** Whether two lists show the same memories in the same order. */
export function isSameOrder(one: Listed[], other: Listed[]): boolean {
  return one.length === other.length && one.every(({ id }, index) => id === other[index]?.id);
}

function without(list: Listed[], others: Listed[]): Listed[] {
  const ids = new Set(others.map(({ id }) => id));
  return list.filter(({ id }) => !ids.has(id));
}
