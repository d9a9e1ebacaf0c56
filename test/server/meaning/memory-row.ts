import type { MemoryRow } from '../../../src/service/ports/rows.ts';

/** A plain memory, created at `now` (Unix milliseconds). */
export function memoryRow(id: string, content: string, now: number): Omit<MemoryRow, 'seq'> {
  const createdAt = new Date(now).toISOString();
  const absent = {
    collection: null,
    url: null,
    title: null,
    capture: null,
    deletedAt: null,
    origin: null,
    chargedAt: null,
  };
  return {
    id,
    content,
    createdAt,
    updatedAt: createdAt,
    source: 'popup',
    version: 1,
    tags: [],
    tagKeys: [],
    ...absent,
  };
}
