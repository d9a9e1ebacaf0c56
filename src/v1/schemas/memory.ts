import { z } from 'zod';
import { nameKey } from '../keys.ts';
import { limits } from '../limits.ts';
import { capture, captureInput } from './capture.ts';
import { collectionId, collectionReference, memoryId, time, timeInput, webAddress } from './common.ts';
import { cleaned, content, list, nameInNfc, trimmed } from './text.ts';

export const tag = nameInNfc(limits.tagCharacters);

/** Keeps the order. Of tags with the same key (see `nameKey`), keeps only the first. */
export const tags = list(tag, 0, limits.tags).overwrite((all) =>
  Array.from(Map.groupBy(all, nameKey).values(), ([first]) => first!),
);

const title = trimmed(1, limits.titleCharacters);

/** Where an imported memory comes from, and when it was created there. */
const origin = z.strictObject({ source: trimmed(1, limits.sourceCharacters), createdAt: timeInput });

/** Cleans and cuts a source so that it can be stored. Returns undefined if nothing is left of it. */
export const fitSource = (source: unknown): string | undefined =>
  (typeof source === 'string' && cleaned(source, limits.sourceCharacters)) || undefined;

export const memory = z
  .object({
    id: memoryId,
    content: z.string(),
    source: z.string().meta({
      description:
        'who saved it: `page:<origin>` for a web page, `api:<token name>` for a token (`import:<token name>` for its imports), otherwise the part of the extension, such as `popup`; set by the service, not by the request',
    }),
    tags: z.array(z.string()),
    collection: collectionId.nullable().meta({ description: 'the id of its collection' }),
    url: z.string().nullable(),
    title: z.string().nullable(),
    capture: capture.nullable().meta({ description: 'what was captured; null if unknown' }),
    version: z.int().min(1).meta({ description: '1 at creation, +1 with each change' }),
    createdAt: time,
    updatedAt: time,
    deletedAt: time.optional().meta({ description: 'only in the trash' }),
    origin: z.object({ source: z.string(), createdAt: time }).optional().meta({ description: 'only if imported' }),
    untrusted: z
      .object({ reasons: z.array(z.string()).min(1) })
      .optional()
      .meta({
        description:
          'present only if the text looks like instructions aimed at a language model (prompt injection); says why',
      }),
  })
  .meta({ id: 'Memory' });

export const createMemoryBody = z
  .strictObject({
    content: content(limits.contentBytes),
    tags: tags.optional(),
    collection: collectionReference.optional(),
    url: webAddress.optional(),
    title: title.optional(),
    capture: captureInput.optional(),
    createdAt: timeInput.optional().meta({ description: 'needs the scope memories:import' }),
    origin: origin.optional().meta({ description: 'needs the scope memories:import' }),
  })
  .meta({ id: 'CreateMemory' });

export const updateMemoryBody = z
  .strictObject({
    content: content(limits.contentBytes).optional(),
    tags: tags.optional(),
    collection: collectionReference.nullable().optional(),
    url: webAddress.nullable().optional(),
    title: title.nullable().optional(),
    capture: captureInput.nullable().optional(),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'must change at least one field')
  .meta({ id: 'UpdateMemory', minProperties: 1 });

export type Memory = z.infer<typeof memory>;
export type CreateMemory = z.input<typeof createMemoryBody>;
export type UpdateMemory = z.input<typeof updateMemoryBody>;
