import type { MemoryRow } from '../service/ports/rows.ts';
import type { ListPosition, MemoryQuery } from '../service/ports/store.ts';

/** By UTF-16 code units, the order of IndexedDB. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** By (createdAt, id), newest first: the order in which memories are listed. */
export function newestFirst(a: ListPosition, b: ListPosition): number {
  return compareText(b.createdAt, a.createdAt) || compareText(b.id, a.id);
}

/**
 * Whether a memory passes a query's filters and comes after the query's position. For listings only: searches filter by
 * the index's own columns (`DocValues`).
 */
export function matches(row: MemoryRow, query: MemoryQuery): boolean {
  return (
    (row.deletedAt !== null) === query.deleted &&
    (query.collections === undefined || (row.collection !== null && query.collections.includes(row.collection))) &&
    (query.tagKeys === undefined || query.tagKeys.every((key) => row.tagKeys.includes(key))) &&
    (query.only === undefined || query.only.includes(row.id)) &&
    (query.source === undefined || row.source === query.source) &&
    (query.url === undefined || row.url === query.url) &&
    (query.createdAfter === undefined || row.createdAt > query.createdAfter) &&
    (query.createdBefore === undefined || row.createdAt < query.createdBefore) &&
    (query.after === undefined || newestFirst(query.after, row) < 0)
  );
}
