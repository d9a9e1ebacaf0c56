import { headers } from '../v1/headers.ts';
import { etagOf } from './encode.ts';
import type { MemoryRow } from './ports/rows.ts';
import { Problem } from './problem.ts';

/** `If-Match` (RFC 9110, 13.1.1). @throws Problem `precondition_failed` where it names no version that the memory has. */
export function requireMatch(given: Headers, row: MemoryRow): void {
  const wanted = given.get(headers.ifMatch);
  if (wanted === null || wanted.trim() === '*') return;
  const tags = wanted.split(',').map((tag) => tag.trim());
  if (!tags.includes(etagOf(row))) {
    throw new Problem('precondition_failed', `The memory was changed meanwhile: it is at version ${row.version}.`);
  }
}
