import type { Call, CallOptions } from '../call.ts';
import type {
  ChangePage,
  CreateMemory,
  ImportAnswer,
  ImportedVersion,
  ImportMemories,
  Digest,
  ListChangesQuery,
  ListMemoriesQuery,
  Memory,
  MemoryPage,
  ReadDigestQuery,
  Search,
  SearchAnswer,
  UndoImportAnswer,
  UpdateMemory,
} from '../contract.ts';
import { Listing } from '../listing.ts';
import {
  createMemory,
  deleteMemory,
  importMemories,
  listChanges,
  listMemories,
  readDigest,
  readMemory,
  restoreMemory,
  searchMemories,
  undoImport,
  updateMemory,
} from '../operations.ts';

export interface KeyOption {
  /** A repeated key returns the first response instead of writing twice. 1 to 255 characters, kept for 7 days. */
  idempotencyKey?: string | undefined;
}

export interface VersionOption {
  /** Changes only this version; throws PreconditionFailed if the memory has another version. */
  ifVersion?: number | undefined;
}

export class Memories<Options extends CallOptions = CallOptions> {
  readonly #call: Call<Options>;

  constructor(call: Call<Options>) {
    this.#call = call;
  }

  /** Lists memories, newest first. */
  list(query: ListMemoriesQuery = {}, options?: Options): Listing<MemoryPage, Memory> {
    return new Listing(
      (cursor) => this.#call(listMemories, { query: { ...query, ...(cursor && { cursor }) } }, options),
      ({ memories }) => memories,
    );
  }

  /** Saves a memory. */
  create(memory: CreateMemory, options?: Options & KeyOption): Promise<Memory> {
    return this.#call(createMemory, { body: memory, idempotencyKey: options?.idempotencyKey }, options);
  }

  /** Reads one memory. */
  read(id: string, options?: Options): Promise<Memory> {
    return this.#call(readMemory, { id }, options);
  }

  /** Changes fields of a memory. Null clears `collection`, `url`, `title` and `capture`. */
  update(id: string, changes: UpdateMemory, options?: Options & VersionOption): Promise<Memory> {
    return this.#call(updateMemory, { id, body: changes, ifVersion: options?.ifVersion }, options);
  }

  /** Moves a memory to the trash for 30 days, or deletes it for good if `permanent`. */
  delete(id: string, options?: Options & VersionOption & { permanent?: boolean | undefined }): Promise<void> {
    const query = { permanent: options?.permanent };
    return this.#call(deleteMemory, { id, query, ifVersion: options?.ifVersion }, options);
  }

  /** Takes a memory out of the trash. */
  restore(id: string, options?: Options & KeyOption): Promise<Memory> {
    return this.#call(restoreMemory, { id, idempotencyKey: options?.idempotencyKey }, options);
  }

  /**
   * Imports up to 500 memories and 500 collections with their ids, versions and times. Importing the same again changes
   * nothing.
   */
  importMany(rows: ImportMemories, options?: Options & KeyOption): Promise<ImportAnswer> {
    return this.#call(importMemories, { body: rows, idempotencyKey: options?.idempotencyKey }, options);
  }

  /** Deletes up to 500 imported memories for good; spares those changed since. */
  undoImport(memories: ImportedVersion[], options?: Options & KeyOption): Promise<UndoImportAnswer> {
    return this.#call(undoImport, { body: { memories }, idempotencyKey: options?.idempotencyKey }, options);
  }

  /** Lists what changed since an earlier response, trash and collections included. */
  changes(query: ListChangesQuery = {}, options?: Options): Promise<ChangePage> {
    return this.#call(listChanges, { query }, options);
  }

  /** Reads a fingerprint of all memories, or of a range of ids, to compare it with that of a copy. */
  digest(query: ReadDigestQuery = {}, options?: Options): Promise<Digest> {
    return this.#call(readDigest, { query }, options);
  }

  /** Finds memories by word, by meaning, or by both. */
  search(search: Search, options?: Options): Promise<SearchAnswer> {
    return this.#call(searchMemories, { body: search }, options);
  }
}
