import type { ListTagsQuery, TagPage } from '../v1/schemas/collection.ts';
import type { Usage } from '../v1/schemas/usage.ts';
import { callOver, type Call, type CallOptions } from './call.ts';
import { Collections } from './resources/collections.ts';
import { Memories } from './resources/memories.ts';
import { Tokens } from './resources/tokens.ts';
import { connectPage, isConnected, type ConnectOptions, type PageConnection } from './page/connect.ts';
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

  /**
   * Connects a web page with the person's memories in the browser extension; the person decides what it may do.
   * Stays pending until they act, also if there is no extension.
   */
  static async connect(options: ConnectOptions): Promise<ConnectedCommonplace> {
    return new ConnectedCommonplace(await connectPage(options));
  }

  /** Whether `connect` would succeed at once. False also if there is no extension. */
  static connected(): Promise<boolean> {
    return isConnected();
  }

  tags(query: ListTagsQuery = {}, options?: CallOptions): Promise<TagPage> {
    return this.#call('listTags', { query }, options);
  }

  usage(options?: CallOptions): Promise<Usage> {
    return this.#call('readUsage', {}, options);
  }
}

/** The client of a connected web page. Its calls reject with AccessError once the person has ended or paused the access. */
export class ConnectedCommonplace extends Commonplace {
  readonly #connection: PageConnection;

  constructor(connection: PageConnection) {
    super(connection);
    this.#connection = connection;
  }

  /** Ends this connection. The person's permission stays, so `connect` works again. */
  disconnect(): void {
    this.#connection.disconnect();
  }
}
