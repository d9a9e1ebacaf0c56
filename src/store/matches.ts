import type { MemoryRow } from '../service/ports/rows.ts';
import type { MemoryQuery } from '../service/ports/store.ts';
import { newestFirst } from './order.ts';

/** Whether a memory belongs to the answer of a query, its page apart from its limit. */
export function matches(row: MemoryRow, query: MemoryQuery): boolean {
  return (
    (row.deletedAt !== null) === query.deleted &&
    (query.collections === undefined || (row.collection !== null && query.collections.includes(row.collection))) &&
    (query.tagKeys === undefined || query.tagKeys.every((key) => row.tagKeys.includes(key))) &&
    (query.source === undefined || row.source === query.source) &&
    (query.url === undefined || row.url === query.url) &&
    (query.createdAfter === undefined || row.createdAt > query.createdAfter) &&
    (query.createdBefore === undefined || row.createdAt < query.createdBefore) &&
    (query.after === undefined || newestFirst(query.after, row) < 0)
  );
}
