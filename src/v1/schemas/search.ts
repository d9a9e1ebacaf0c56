import { z } from 'zod';
import { limits } from '../limits.ts';
import { isStreamSafe } from '../stream-safe.ts';
import { collectionReference, pathId } from './common.ts';
import { sharedFilters } from './listing.ts';
import { memory, tag } from './memory.ts';
import { content, list, text, unsafeStream } from './text.ts';

export const searchMode = z.enum(['semantic', 'keyword', 'hybrid']);

const searchFilters = z
  .strictObject({
    collection: collectionReference.optional(),
    tags: list(tag, 0, limits.tags).optional(),
    ...sharedFilters,
  })
  .meta({ id: 'SearchFilters' });

const like = z.union([z.strictObject({ memoryId: pathId }), z.strictObject({ text: content(limits.likeBytes) })]);

export const searchBody = z
  .strictObject({
    query: text(1, limits.queryCharacters)
      .refine((value) => value.trim() !== '', 'must not be blank')
      .refine(isStreamSafe, unsafeStream)
      .optional()
      .meta({ description: 'the last word also matches as a prefix, unless white space follows it' }),
    like: like
      .optional()
      .meta({ description: 'instead of a query: find memories similar in meaning to a memory or a text' }),
    mode: searchMode.default('hybrid'),
    limit: z.int().min(1).max(limits.maxSearchResults).default(limits.searchDefault),
    filters: searchFilters.optional(),
  })
  .refine((body) => (body.query === undefined) !== (body.like === undefined), 'must have exactly one of query and like')
  .refine((body) => body.like === undefined || body.mode !== 'keyword', "can't combine mode keyword with like")
  .meta({ id: 'Search', oneOf: [{ required: ['query'] }, { required: ['like'] }] });

const strength = z.number().min(0).max(1).nullable();

const passage = z
  .object({ start: z.int().min(0), end: z.int().min(0) })
  .nullable()
  .meta({
    description:
      "the part of the content nearest in meaning, in UTF-16 code units, end exclusive; null if that part is the whole content, or if the search by meaning didn't find the memory",
  });

/** Why a memory was found. Strengths of different queries can be compared. */
const match = z
  .object({
    keyword: strength.meta({ description: 'how well the words match; null if words were not searched' }),
    semantic: strength.meta({
      description: 'how near the meaning is; null if meaning was not searched or the memory is not indexed yet',
    }),
    words: z.array(z.string()).meta({ description: 'the matched words as the memory spells them, in lower case' }),
    certain: z.boolean().meta({
      description:
        'whether it is a likely match: it contains every query word, or matches well enough by words, meaning or both',
    }),
    passage,
  })
  .meta({ id: 'Match' });

const searchHit = memory
  .extend({
    score: z
      .number()
      .min(0)
      .max(1)
      .meta({ description: 'never rises from one hit to the next; can be compared only within one response' }),
    match,
  })
  .meta({ id: 'SearchHit' });

export const searchAnswer = z
  .object({
    memories: z.array(searchHit),
    mode: searchMode.meta({ description: 'the mode used' }),
    coverage: z.number().min(0).max(1).meta({
      description: 'the share of the searched memories that the current model has indexed; 0 in mode keyword',
    }),
  })
  .meta({ id: 'SearchAnswer' });

export type SearchMode = z.infer<typeof searchMode>;
export type Match = z.infer<typeof match>;
export type SearchHit = z.infer<typeof searchHit>;
export type SearchAnswer = z.infer<typeof searchAnswer>;
export type Search = z.input<typeof searchBody>;
