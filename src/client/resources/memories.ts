import { headers } from '../../v1/headers.ts';
import type { ListMemoriesQuery, MemoryPage } from '../../v1/schemas/listing.ts';
import type { CreateMemory, Memory, UpdateMemory } from '../../v1/schemas/memory.ts';
import type { Search, SearchAnswer } from '../../v1/schemas/search.ts';
import type { Call, CallOptions } from '../call.ts';

export interface CreateOptions extends CallOptions {
  /** A repeated key returns the first response instead of saving twice. 1 to 255 characters, kept for 7 days. */
  idempotencyKey?: string;
}

export interface ChangeOptions extends CallOptions {
  /** Changes only this version; throws ServiceError `precondition_failed` if the memory has another. */
  ifVersion?: number;
}

export class Memories {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  list(query: ListMemoriesQuery = {}, options?: CallOptions): Promise<MemoryPage> {
    return this.#call('listMemories', { query }, options);
  }

  create(memory: CreateMemory, { idempotencyKey, ...options }: CreateOptions = {}): Promise<Memory> {
    const sent = idempotencyKey === undefined ? {} : { [headers.idempotencyKey]: idempotencyKey };
    return this.#call('createMemory', { body: memory, headers: sent }, options);
  }

  read(id: string, options?: CallOptions): Promise<Memory> {
    return this.#call('readMemory', { params: { id } }, options);
  }

  update(id: string, changes: UpdateMemory, { ifVersion, ...options }: ChangeOptions = {}): Promise<Memory> {
    return this.#call('updateMemory', { params: { id }, body: changes, headers: ifMatch(ifVersion) }, options);
  }

  /** Moves it to the trash for 30 days, or deletes it for good. */
  delete(
    id: string,
    { permanent, ifVersion, ...options }: ChangeOptions & { permanent?: boolean } = {},
  ): Promise<void> {
    return this.#call('deleteMemory', { params: { id }, query: { permanent }, headers: ifMatch(ifVersion) }, options);
  }

  restore(id: string, options?: CallOptions): Promise<Memory> {
    return this.#call('restoreMemory', { params: { id } }, options);
  }

  search(search: Search, options?: CallOptions): Promise<SearchAnswer> {
    return this.#call('searchMemories', { body: search }, options);
  }
}

function ifMatch(version: number | undefined): Record<string, string> {
  return version === undefined ? {} : { [headers.ifMatch]: `"${version}"` };
}
