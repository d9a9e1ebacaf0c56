import { hash64 } from '../../src/lib/hash64.ts';
import { Problem } from '../../src/service/problem.ts';

/** A list with pages. A cursor of one list isn't valid for another list. */
export type ListName = 'listMemories' | 'listCollectionMemories' | 'listCollections';

export interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

/**
 * The page of a list after `cursor`. A cursor is the key of the previous page's last item, with a hash that shows that
 * this server made it. `longest`: the maximum number of items on a page.
 */
export function pageOf<Item>(
  list: ListName,
  sorted: Item[],
  keyOf: (item: Item) => string,
  { limit, cursor }: PageQuery,
  longest: number,
): { items: Item[]; nextCursor: string | null } {
  const cursorOf = (item: Item) => `${hash64(`${list} ${keyOf(item)}`).join('.')}.${keyOf(item)}`;
  const last = cursor === undefined ? -1 : sorted.findIndex((item) => cursorOf(item) === cursor);
  if (cursor !== undefined && last === -1) throw new Problem('invalid_request', 'The cursor is unknown.');
  const end = last + 1 + Math.min(limit, longest);
  const items = sorted.slice(last + 1, end);
  return { items, nextCursor: end < sorted.length ? cursorOf(items.at(-1)!) : null };
}
