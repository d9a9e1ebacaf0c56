import { z } from 'zod';
import { limits } from '../limits.ts';
import { collectionBody } from './collection.ts';
import { collectionId, memoryId, timeInput } from './common.ts';
import { createMemoryBody, memory } from './memory.ts';
import { list, text } from './text.ts';

const { content, tags, url, title, capture, origin } = createMemoryBody.shape;

const version = z.int().min(1).max(limits.maxVersion);

/** A memory to import: the fields of a response without `untrusted`, plus `later`. Null means the same as absent. */
export const importedMemory = z
  .strictObject({
    id: memoryId.meta({ description: 'identifies the memory when it is imported again' }),
    content,
    source: text(1, limits.sourceCharacters).nullish().meta({
      description:
        'who saved it; an import with a token stores this as `origin.source` unless `origin` is given, and `import:<token name>` as the source',
    }),
    tags: tags.nullish(),
    collection: collectionId.nullish().meta({ description: 'the id of a collection that exists or is imported too' }),
    url: url.nullish(),
    title: title.nullish(),
    capture: capture.nullish(),
    version: version.nullish().meta({ description: 'default 1' }),
    createdAt: timeInput,
    updatedAt: timeInput.nullish().meta({ description: 'default createdAt' }),
    deletedAt: timeInput.nullish().meta({ description: 'when it was moved to the trash' }),
    origin: origin.nullish(),
    later: z.boolean().nullish().meta({
      description:
        'if a stored memory has the same version and differs only in `deletedAt`: true replaces it with this memory; false or absent keeps it',
    }),
  })
  .meta({ id: 'ImportedMemory' });

export const importedCollection = z
  .strictObject({ id: collectionId, name: collectionBody.shape.name, createdAt: timeInput, updatedAt: timeInput })
  .meta({ id: 'ImportedCollection' });

export const importMemoriesBody = z
  .strictObject({
    memories: list(importedMemory, 0, limits.importRows),
    collections: list(importedCollection, 0, limits.importRows).optional(),
    dryRun: z.boolean().optional().meta({ description: 'report what would happen, and change nothing' }),
  })
  .meta({ id: 'ImportMemories' });

const importOutcome = z.enum(['created', 'updated', 'unchanged', 'kept', 'conflict', 'refused']);

const importResult = z
  .object({
    id: z.string(),
    outcome: importOutcome.meta({
      description:
        '`kept`: the stored one stays, because it is newer or only its `deletedAt` differs; `conflict`: the stored and the imported memory have the same version but different contents, or another collection has the name; `refused`: the token or the plan does not allow it, or the collection is missing',
    }),
    reason: z.string().optional().meta({ description: 'why it is in conflict or refused' }),
  })
  .meta({ id: 'ImportResult' });

/** Results in the order of the request. */
export const importAnswer = z
  .object({ memories: z.array(importResult), collections: z.array(importResult) })
  .meta({ id: 'ImportAnswer' });

const importedVersion = z.strictObject({ id: memoryId, version }).meta({ id: 'ImportedVersion' });

export const undoImportBody = z
  .strictObject({ memories: list(importedVersion, 1, limits.importRows) })
  .meta({ id: 'UndoImport' });

export const undoImportAnswer = z
  .object({
    memories: z.array(
      z
        .object({
          id: memory.shape.id,
          outcome: z.enum(['erased', 'changed', 'absent']).meta({
            description:
              "`changed`: it has another version, and stays; `absent`: the caller imported no memory with this id, or can't see it",
          }),
        })
        .meta({ id: 'UndoResult' }),
    ),
  })
  .meta({ id: 'UndoImportAnswer' });

export type ImportedMemory = z.input<typeof importedMemory>;
export type ImportedCollection = z.input<typeof importedCollection>;
export type ImportMemories = z.input<typeof importMemoriesBody>;
export type ImportOutcome = z.infer<typeof importOutcome>;
export type ImportResult = z.infer<typeof importResult>;
export type ImportAnswer = z.infer<typeof importAnswer>;
export type UndoImport = z.input<typeof undoImportBody>;
export type UndoImportAnswer = z.infer<typeof undoImportAnswer>;
