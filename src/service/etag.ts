import { headers } from '../v1/headers.ts';
import type { MemoryRow } from './ports/rows.ts';
import { Problem } from './problem.ts';

/** The strong validator of a memory. */
export function etagOf(row: Pick<MemoryRow, 'version'>): string {
  return `"${row.version}"`;
}

/** Checks `If-Match` (RFC 9110, 13.1.1). @throws Problem `precondition_failed` if it doesn't name the memory's version */
export function requireMatch(given: Headers, row: MemoryRow): void {
  const wanted = given.get(headers.ifMatch);
  if (wanted === null || wanted.trim() === '*') return;
  const tags = wanted.split(',').map((tag) => tag.trim());
  if (!tags.includes(etagOf(row))) {
    throw new Problem('precondition_failed', `The memory was changed meanwhile: it is at version ${row.version}.`);
  }
}
