import type { ListPosition } from '../service/ports/store.ts';

/** By UTF-16 code units, the order of IndexedDB. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** By (createdAt, id), newest first: the order of every listing. */
export function newestFirst(one: ListPosition, other: ListPosition): number {
  return compareText(other.createdAt, one.createdAt) || compareText(other.id, one.id);
}
