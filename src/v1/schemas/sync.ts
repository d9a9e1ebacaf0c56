import { z } from 'zod';
import { limits } from '../limits.ts';
import { collection } from './collection.ts';
import { cursor, paging } from './common.ts';
import { memory } from './memory.ts';
import { text } from './text.ts';

const { limit } = paging;

export const listChangesQuery = z.strictObject({
  limit,
  since: cursor.optional().meta({ description: 'opaque: `since` of an earlier response; default: from the beginning' }),
});

export const changePage = z
  .object({
    memories: z.array(memory).meta({ description: 'those in the trash have deletedAt' }),
    erased: z.array(z.string()).meta({ description: 'ids of memories that were deleted for good' }),
    collections: z.array(collection).nullable().meta({ description: 'all collections; null if none of them changed' }),
    since: z.string().meta({ description: 'where the next request continues' }),
    more: z.boolean().meta({ description: 'whether more changes are waiting' }),
  })
  .meta({ id: 'ChangePage' });

const rangeEnd = text(1, limits.idCharacters).optional();

export const readDigestQuery = z.strictObject({
  after: rangeEnd.meta({ description: 'only ids greater than this one' }),
  through: rangeEnd.meta({ description: 'only ids up to this one' }),
  parts: z
    .int()
    .min(1)
    .max(limits.digestParts)
    .default(limits.digestParts)
    .meta({ description: 'the maximum number of ranges in the response' }),
});

const counted = {
  count: z.int().min(0).meta({ description: 'the number of memories' }),
  fingerprint: z.string().meta({ description: 'the combined fingerprint of these memories, in hexadecimal' }),
};

export const digest = z
  .object({
    ...counted,
    ranges: z
      .array(z.object({ through: z.string().meta({ description: 'the last id of the range' }), ...counted }))
      .meta({ description: 'ranges of about equally many memories, in order of id' }),
  })
  .meta({ id: 'Digest' });

export type ListChangesQuery = z.input<typeof listChangesQuery>;
export type ChangePage = z.infer<typeof changePage>;
export type ReadDigestQuery = z.input<typeof readDigestQuery>;
export type Digest = z.infer<typeof digest>;
