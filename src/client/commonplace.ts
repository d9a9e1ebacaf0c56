import type { ListTagsQuery, TagPage } from '../v1/schemas/collection.ts';
import type { Usage } from '../v1/schemas/usage.ts';
import { callOver, type Call, type CallOptions } from './call.ts';
import { Collections } from './resources/collections.ts';
import { Memories } from './resources/memories.ts';
import { Tokens } from './resources/tokens.ts';
import type { Transport } from './transport.ts';

/** A client of the v1 Memory Service over any transport. */
export class Commonplace {
  readonly memories: Memories;
  readonly collections: Collections;
  readonly tokens: Tokens;
  readonly #call: Call;

  /** `token`: a bearer token; omit it if the host vouches for this caller. */
  constructor({ transport, token }: { transport: Transport; token?: string }) {
    this.#call = callOver(transport, token);
    this.memories = new Memories(this.#call);
    this.collections = new Collections(this.#call);
    this.tokens = new Tokens(this.#call);
  }

  tags(query: ListTagsQuery = {}, options?: CallOptions): Promise<TagPage> {
    return this.#call('listTags', { query }, options);
  }

  usage(options?: CallOptions): Promise<Usage> {
    return this.#call('readUsage', {}, options);
  }
}
