import type { Call, CallOptions } from '../call.ts';
import type {
  Collection,
  CollectionName,
  CollectionPage,
  ListCollectionMemoriesQuery,
  ListCollectionsQuery,
  Memory,
  MemoryPage,
} from '../contract.ts';
import { Listing } from '../listing.ts';
import {
  createCollection,
  deleteCollection,
  listCollectionMemories,
  listCollections,
  updateCollection,
} from '../operations.ts';
import type { KeyOption } from './memories.ts';

export class Collections<Options extends CallOptions = CallOptions> {
  readonly #call: Call<Options>;

  constructor(call: Call<Options>) {
    this.#call = call;
  }

  /** Lists collections, ordered by name. */
  list(query: ListCollectionsQuery = {}, options?: Options): Listing<CollectionPage, Collection> {
    return new Listing(
      (cursor) => this.#call(listCollections, { query: { ...query, ...(cursor && { cursor }) } }, options),
      ({ collections }) => collections,
    );
  }

  /** Creates a collection. */
  create(collection: CollectionName, options?: Options & KeyOption): Promise<Collection> {
    return this.#call(createCollection, { body: collection, idempotencyKey: options?.idempotencyKey }, options);
  }

  /** Renames a collection. */
  rename(id: string, name: string, options?: Options): Promise<Collection> {
    return this.#call(updateCollection, { id, body: { name } }, options);
  }

  /** Deletes a collection. Its memories remain, in no collection. */
  delete(id: string, options?: Options): Promise<void> {
    return this.#call(deleteCollection, { id }, options);
  }

  /** Lists the memories of one collection, newest first. */
  memories(id: string, query: ListCollectionMemoriesQuery = {}, options?: Options): Listing<MemoryPage, Memory> {
    return new Listing(
      (cursor) => this.#call(listCollectionMemories, { id, query: { ...query, ...(cursor && { cursor }) } }, options),
      ({ memories }) => memories,
    );
  }
}
