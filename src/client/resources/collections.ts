import type { Collection, CollectionBody, CollectionPage, ListCollectionsQuery } from '../../v1/schemas/collection.ts';
import type { ListCollectionMemoriesQuery, MemoryPage } from '../../v1/schemas/listing.ts';
import type { Call, CallOptions } from '../call.ts';

export class Collections {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  list(query: ListCollectionsQuery = {}, options?: CallOptions): Promise<CollectionPage> {
    return this.#call('listCollections', { query }, options);
  }

  create(collection: CollectionBody, options?: CallOptions): Promise<Collection> {
    return this.#call('createCollection', { body: collection }, options);
  }

  rename(id: string, name: string, options?: CallOptions): Promise<Collection> {
    return this.#call('updateCollection', { params: { id }, body: { name } }, options);
  }

  /** Its memories remain, in no collection. */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.#call('deleteCollection', { params: { id } }, options);
  }

  memories(id: string, query: ListCollectionMemoriesQuery = {}, options?: CallOptions): Promise<MemoryPage> {
    return this.#call('listCollectionMemories', { params: { id }, query }, options);
  }
}
