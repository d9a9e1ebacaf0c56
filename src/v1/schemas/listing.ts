import { z } from 'zod';
import { limits } from '../limits.ts';
import { isStreamSafe } from '../stream-safe.ts';
import { phraseOf } from '../../lib/text/phrase.ts';
import { siteNamed } from '../../lib/site.ts';
import { collectionReference, nextCursor, paging, timeInput } from './common.ts';
import { memory, tag } from './memory.ts';
import { list, text, unsafeStream } from './text.ts';

const site = text(1, limits.siteCharacters)
  .refine((value) => siteNamed(value) !== null, 'must be a host name')
  .overwrite((value) => siteNamed(value) ?? value)
  .meta({ description: 'a host name; memories from its subdomains match too' });

const phrase = text(1, limits.phraseCharacters)
  .refine(isStreamSafe, unsafeStream)
  .refine((value) => phraseOf(value) !== undefined, 'must contain a word');
const phrases = list(phrase, 0, limits.phrases).optional();

/** The filters of both listings and searches. */
export const sharedFilters = {
  source: text(1, limits.sourceCharacters).optional().meta({ description: 'only memories with this source' }),
  createdAfter: timeInput.optional().meta({ description: 'only memories created later than this' }),
  createdBefore: timeInput.optional().meta({ description: 'only memories created earlier than this' }),
  site: site.optional(),
  phrases: phrases.meta({
    description: 'words and phrases that must all occur exactly, except for case and diacritics',
  }),
  not: phrases.meta({ description: 'words and phrases that must not occur' }),
};

const listFilters = {
  ...sharedFilters,
  tag: list(tag, 0, limits.tags).optional().meta({ description: 'repeatable; all must match' }),
  url: text(1, limits.urlCharacters).optional().meta({ description: 'only memories from this address' }),
  deleted: z.boolean().optional().meta({ description: 'true lists the trash instead' }),
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
