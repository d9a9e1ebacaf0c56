import { headers } from '../v1/headers.ts';
import type { MemoryRow } from './ports/rows.ts';
import { Problem } from './problem.ts';

/** The ETag of a memory, a strong validator (RFC 9110, 8.8.1). */
export function etagOf(row: Pick<MemoryRow, 'version'>): string {
  return `"${row.version}"`;
}

/**
 * Checks `If-Match` (RFC 9110, 13.1.1).
 * @throws Problem `precondition_failed` if the header names neither the memory's version nor `*`
 */
export function requireMatch(requestHeaders: Headers, row: MemoryRow): void {
  const ifMatch = requestHeaders.get(headers.ifMatch);
  if (ifMatch === null || ifMatch.trim() === '*') return;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (!tags.includes(etagOf(row))) {
    throw new Problem('precondition_failed', `The memory was changed meanwhile: it is at version ${row.version}.`);
  }
}
