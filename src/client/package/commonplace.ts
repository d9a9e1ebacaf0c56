import { connectPage, isConnected, type ConnectOptions, type PageConnection } from '../page/connect.ts';
import { Resources } from '../resources/index.ts';
import { sendBatch, type BatchResults, type BatchWrites } from './batch.ts';
import type { RateLimitStatus } from './rate.ts';
import type { RetryBudget } from './retries.ts';
import { Knowledge, Sender, type RequestOptions } from './sender.ts';
import { settingsOf, type ClientOptions } from './settings.ts';

/** A client of Commonplace or any other v1 memory service. */
export class Commonplace extends Resources<RequestOptions> {
  readonly #options: ClientOptions;
  readonly #knowledge: Knowledge;
  readonly #sender: Sender;

  /** `knowledge`: shared with another client of the same server. */
  constructor(options: ClientOptions = {}, knowledge = new Knowledge()) {
    const sender = new Sender(settingsOf(options), knowledge);
    super(sender.call);
    this.#options = options;
    this.#knowledge = knowledge;
    this.#sender = sender;
  }

  /**
   * Connects a web page with the person's memories in the browser extension; the person decides what it may do.
   * Stays pending until they act, also if there is no extension.
   */
  static async connect(options: ConnectOptions): Promise<ConnectedCommonplace> {
    return new ConnectedCommonplace(await connectPage(options));
  }

  /**
   * Whether `connect` would succeed at once. False also if there is no extension: a page without access gets no answer,
   * so that takes three seconds.
   */
  static connected(): Promise<boolean> {
    return isConnected();
  }

  /**
   * Sends up to 100 writes in one request. Each is carried out as if it were sent alone, in order, and has its own result.
   * `const [saved, deleted] = await client.batch((writes) => [writes.memories.create({ content }), writes.memories.delete(id)])`
   */
  batch<Writes extends readonly Promise<unknown>[]>(
    collect: (writes: BatchWrites) => readonly [...Writes],
    options?: RequestOptions,
  ): Promise<BatchResults<Writes>> {
    return sendBatch(this.#sender, collect, options);
  }

  /** What the last response said of the rate limit; undefined before the first. */
  get rateLimit(): RateLimitStatus | undefined {
    return this.#knowledge.rateLimit;
  }

  /** How many retries are left. Copies of a client share them. */
  get retries(): RetryBudget {
    return this.#knowledge.retries;
  }

  /** The server's extensions; undefined before the first response, empty for a plain server. */
  get extensions(): ReadonlySet<string> | undefined {
    return this.#knowledge.offers;
  }

  /** A copy with other options for the same server. `headers` are added. */
  withOptions(options: Omit<ClientOptions, 'baseUrl' | 'token' | 'transport'>): Commonplace {
    const headers = { ...this.#options.headers, ...options.headers };
    return new Commonplace({ ...this.#options, ...options, headers }, this.#knowledge);
  }
}

/** The client of a connected web page. Its calls reject with AccessError once the person has ended or paused the access. */
export class ConnectedCommonplace extends Commonplace {
  readonly #connection: PageConnection;

  constructor(connection: PageConnection) {
    super({ transport: connection.transport });
    this.#connection = connection;
  }

  /** Ends this connection. The person's permission stays, so `connect` works again. */
  disconnect(): void {
    this.#connection.disconnect();
  }
}
