import { Resources } from './resources/index.ts';
import { sendBatch, type BatchResults, type BatchWrites } from './sending/batch.ts';
import type { RateLimitStatus } from './sending/rate.ts';
import type { RetryBudget } from './sending/retries.ts';
import { Sender, type Knowledge, type RequestOptions, type SenderSettings } from './sending/sender.ts';

/** A client of any v1 memory service, over any transport. The package's `Commonplace` also chooses the transport. */
export class Client extends Resources<RequestOptions> {
  readonly #knowledge: Knowledge;
  readonly #sender: Sender;

  constructor(settings: SenderSettings, knowledge: Knowledge) {
    const sender = new Sender(settings, knowledge);
    super(sender.call);
    this.#knowledge = knowledge;
    this.#sender = sender;
  }

  /**
   * Sends up to 100 writes in one request. The server runs them in order, each as if sent alone. Each has its own
   * result. `const [saved, deleted] = await client.batch((writes) => [writes.memories.create({ content }),
   * writes.memories.delete(id)])`
   */
  batch<Writes extends readonly Promise<unknown>[]>(
    collect: (writes: BatchWrites) => readonly [...Writes],
    options?: RequestOptions,
  ): Promise<BatchResults<Writes>> {
    return sendBatch(this.#sender, collect, options);
  }

  /** The rate limit according to the latest response that states it; undefined before there is one. */
  get rateLimit(): RateLimitStatus | undefined {
    return this.#knowledge.rateLimit;
  }

  /** How many retries are left. Copies of a client share them. */
  get retries(): RetryBudget {
    return this.#knowledge.retries;
  }

  /** The server's extensions of v1; undefined until a response shows them, empty if the server has none. */
  get extensions(): ReadonlySet<string> | undefined {
    return this.#knowledge.offers;
  }
}
