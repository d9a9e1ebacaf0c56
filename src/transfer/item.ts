import type { ImportedCollection, ImportedMemory } from '../v1/schemas/transfer.ts';

/** One item of an imported file. `where`: its line or name in the file, for the user. */
export type Item =
  | { collection: ImportedCollection }
  | { memory: ImportedMemory; collectionName?: string | undefined; where: string }
  | { problem: Problem };

/** Something in a file that can't be imported. `reason`: a sentence for the user. */
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
