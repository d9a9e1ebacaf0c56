import { z } from 'zod';
import { limits } from '../limits.ts';
import { isStreamSafe, withFewerMarks } from '../stream-safe.ts';
import { collectionId, nextCursor, paging, time } from './common.ts';
import { cleaned, name, text, unsafeStream } from './text.ts';

export const collection = z
  .object({ id: collectionId, name: z.string(), createdAt: time, updatedAt: time, memoryCount: z.int().min(0) })
  .meta({ id: 'Collection' });

/** Creating and renaming take the same body. */
export const collectionBody = z
  .strictObject({ name: name(limits.collectionNameCharacters) })
  .meta({ id: 'CollectionName' });

/** The name of a collection as it is stored; undefined if it isn't valid. */
export const validName = (given: string): string | undefined => collectionBody.safeParse({ name: given }).data?.name;

/** Makes a valid name for a collection from any text. */
export const usableName = (given: string): string =>
  validName(given) ?? validName(withFewerMarks(cleaned(given, limits.collectionNameCharacters))) ?? '–';

export const listCollectionsQuery = z.strictObject(paging);

export const collectionPage = z.object({ collections: z.array(collection), nextCursor }).meta({ id: 'CollectionPage' });

export const listTagsQuery = z.strictObject({
  ...paging,
  prefix: text(0, limits.tagCharacters).refine(isStreamSafe, unsafeStream).optional(),
});

export const tagPage = z
  .object({ tags: z.array(z.object({ tag: z.string(), memoryCount: z.int().min(1) })), nextCursor })
  .meta({ id: 'TagPage' });

export type Collection = z.infer<typeof collection>;
export type ListCollectionsQuery = z.input<typeof listCollectionsQuery>;
export type CollectionPage = z.infer<typeof collectionPage>;
export type ListTagsQuery = z.input<typeof listTagsQuery>;
export type TagPage = z.infer<typeof tagPage>;
