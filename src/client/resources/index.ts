import type { Call, CallOptions } from '../call.ts';
import type { ListTagsQuery, TagPage, Usage } from '../contract.ts';
import { Listing } from '../listing.ts';
import { listTags, readUsage } from '../operations.ts';
import { Collections } from './collections.ts';
import { Memories } from './memories.ts';
import { Tokens } from './tokens.ts';

class TagsResource<Options extends CallOptions> {
  readonly #call: Call<Options>;

  constructor(call: Call<Options>) {
    this.#call = call;
  }

  /** Lists tags with the number of their memories. */
  list(query: ListTagsQuery = {}, options?: Options): Listing<TagPage, TagPage['tags'][number]> {
    return new Listing(
      (cursor) => this.#call(listTags, { query: { ...query, ...(cursor && { cursor }) } }, options),
      ({ tags }) => tags,
    );
  }
}

class UsageResource<Options extends CallOptions> {
  readonly #call: Call<Options>;

  constructor(call: Call<Options>) {
    this.#call = call;
  }

  /** Reads what the plan allows and what is used. */
  read(options?: Options): Promise<Usage> {
    return this.#call(readUsage, {}, options);
  }
}

/** Every operation of v1 except `batch`, grouped by what it is about. */
export class Resources<Options extends CallOptions = CallOptions> {
  readonly memories: Memories<Options>;
  readonly collections: Collections<Options>;
  readonly tags: TagsResource<Options>;
  readonly tokens: Tokens<Options>;
  readonly usage: UsageResource<Options>;

  constructor(call: Call<Options>) {
    this.memories = new Memories(call);
    this.collections = new Collections(call);
    this.tags = new TagsResource(call);
    this.tokens = new Tokens(call);
    this.usage = new UsageResource(call);
  }
}
