import type { ImportedCollection, ImportedMemory } from '../v1/schemas/transfer.ts';

/**
 * One item of an imported file. `where`: its row, name, path or id, for messages to the user. `isUndated`: the file has
 * no creation time, so `createdAt` is {@link unknownTime}.
 */
export type Item =
  | { collection: ImportedCollection }
  | { memory: ImportedMemory; collectionName?: string | undefined; where: string; isUndated?: true }
  | { problem: Problem };

/**
 * Stands for a time that the file lacks. Ids are derived from it, so it must never change: a second import of the file
 * must give the same ids.
 */
export const unknownTime = '1970-01-01T00:00:00.000Z';

/** An item that can't be imported. `reason`: why, in sentences for the user. */
export interface Problem {
  where: string;
  reason: string;
}

export interface SourceFile {
  name: string;
  /** In bytes. */
  size: number;
  stream(): ReadableStream<Uint8Array>;
}
