import type { Indexed, IndexFilters } from '../../service/ports/keyword-index.ts';
import { bagOf, type Bag } from './bag.ts';

/** What a table keeps of a live memory. */
export interface Entry extends Pick<Indexed, 'id' | 'tagKeys' | 'collection' | 'source' | 'createdAt'> {
  bag: Bag;
}

export function entryOf(memory: Indexed): Entry {
  const { id, tagKeys, collection, source, createdAt } = memory;
  return { id, tagKeys, collection, source, createdAt, bag: bagOf(memory) };
}

/** Whether all filters that are given match. */
export function passes(entry: Entry, filters: IndexFilters): boolean {
  const { collections, tagKeys, source, createdAfter, createdBefore } = filters;
  return (
    (collections === undefined || (entry.collection !== null && collections.includes(entry.collection))) &&
    (tagKeys === undefined || tagKeys.every((key) => entry.tagKeys.includes(key))) &&
    (source === undefined || entry.source === source) &&
    (createdAfter === undefined || entry.createdAt > createdAfter) &&
    (createdBefore === undefined || entry.createdAt < createdBefore)
  );
}

/** Oldest (createdAt, id) first. */
export function byAge(one: Entry, other: Entry): number {
  return compare(one.createdAt, other.createdAt) || compare(one.id, other.id);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
