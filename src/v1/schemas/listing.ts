import { z } from 'zod';
import { limits } from '../limits.ts';
import { collectionReference, nextCursor, paging, timeInput } from './common.ts';
import { memory, tag } from './memory.ts';
import { list, text } from './text.ts';

/** The filters of both listings and searches. `createdAfter` and `createdBefore` are exclusive. */
export const sharedFilters = {
  source: text(1, limits.sourceCharacters).optional(),
  createdAfter: timeInput.optional(),
  createdBefore: timeInput.optional(),
};

const listFilters = {
  ...sharedFilters,
  tag: list(tag, 0, limits.tags).optional().meta({ description: 'repeatable; all must match' }),
  url: text(1, limits.urlCharacters).optional(),
  deleted: z.boolean().optional().meta({ description: 'true: the trash' }),
};

export const listMemoriesQuery = z.strictObject({
  ...paging,
  collection: collectionReference.optional(),
  ...listFilters,
});

export const listCollectionMemoriesQuery = z.strictObject({ ...paging, ...listFilters });

export const memoryPage = z.object({ memories: z.array(memory), nextCursor }).meta({ id: 'MemoryPage' });

export const deleteMemoryQuery = z.strictObject({
  permanent: z.boolean().optional().meta({ description: 'true: delete for good, skipping the trash' }),
});

export type ListMemoriesQuery = z.input<typeof listMemoriesQuery>;
export type ListCollectionMemoriesQuery = z.input<typeof listCollectionMemoriesQuery>;
export type MemoryPage = z.infer<typeof memoryPage>;
