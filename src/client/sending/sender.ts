import type { ResponseEnvelope } from '../../v1/envelope.ts';
import {
  attempt,
  callThrough,
  isSuccess,
  prepare,
  refusalOf,
  type Call,
  type CallOptions,
  type CallSettings,
  type Prepared,
} from '../call.ts';
import { CommonplaceError, ConnectionFailed, MalformedResponse, ServiceError } from '../errors.ts';
import { listMemories } from '../operations.ts';
import type { Transport } from '../transport.ts';
import type { Clock } from './clock.ts';
import { extensionsHeader, extensionsIn, keyExtension, offersIn, requireOffered, type Offers } from './offers.ts';
import { ResetReader, retryAfterOf, type RateLimitStatus } from './rate.ts';
import { isRateLimited, isUntouched, maySucceedLater, pauseMs, RetryBudget } from './retries.ts';

/** Options of one call. */
export interface RequestOptions extends CallOptions {
  /** Milliseconds for each attempt. */
  timeout?: number | undefined;
  /** The maximum number of times that the request is sent again, if that is safe. */
  maxRetries?: number | undefined;
  /**
   * The extensions that the client assumes until a response lists the server's own. Without this option, the client may
   * have to send another request first, to learn the server's extensions. `batch` ignores this option.
   */
  expects?: readonly string[] | undefined;
}

/** One event of a request, for a log. It has no query, header or body. */
export type LogEvent = { method: string; path: string } & (
  | { event: 'response'; status: number; ms: number }
  | { event: 'failure'; error: string; ms: number }
  | { event: 'retry'; retry: number; waitMs: number }
);

export interface SenderSettings extends CallSettings {
  transport: Transport;
  /** The server's name in error messages. */
  server: string;
  timeout: number;
  maxRetries: number;
  maxWait: number;
  clock: Clock;
  log: ((event: LogEvent) => void) | undefined;
}

/** What a client has learned about its server. Copies of the client share it. */
export class Knowledge {
  /** What the server offers, from its responses. Before a response shows it: the constructor's list, else undefined. */
  offers: Offers | undefined;
  rateLimit: RateLimitStatus | undefined;
  readonly retries = new RetryBudget();
  readonly resets = new ResetReader();
  #header: string | undefined;

  constructor(extensions?: Iterable<string>) {
    this.offers = extensions && new Set(extensions);
  }

  noteOffers(response: ResponseEnvelope): void {
    const header = response.headers[extensionsHeader];
    // Once the offers are known, a response without the header is ignored, since it may come from a proxy.
    if (this.offers !== undefined && (header === undefined || header === this.#header)) return;
    this.offers = offersIn(response);
    this.#header = header;
  }
}

/** Sends requests, and sends them again after a failure if that is safe and useful. */
export class Sender {
  readonly #settings: SenderSettings;
  readonly #knowledge: Knowledge;
  readonly call: Call<RequestOptions>;

  constructor(settings: SenderSettings, knowledge: Knowledge) {
    this.#settings = settings;
    this.#knowledge = knowledge;
    this.call = callThrough((prepared, options) => this.#send(prepared, options), settings);
  }

  /** Rejects with NotOffered, without sending the request, if the server lacks what it needs. */
  async #send(prepared: Prepared, options: RequestOptions): Promise<ResponseEnvelope> {
    const needs = extensionsIn(prepared);
    const expected = options.expects && new Set(options.expects);
    if (needs.length > 0)
      requireOffered(this.#knowledge.offers ?? expected ?? (await this.learnOffers(options)), needs);
    this.addKey(prepared);
    let isInDoubt = false;
    for (let retry = 0; ; retry++) {
      try {
        const response = await this.#exchange(prepared, options);
        this.#knowledge.retries.noteSuccess();
        return response;
      } catch (error) {
        const waitMs = await this.#waitBeforeRetry(prepared, options, { error, retry, isInDoubt });
        if (waitMs === undefined) throw error;
        isInDoubt ||= !isUntouched(error);
        this.#log(prepared, { event: 'retry', retry: retry + 1, waitMs });
        await this.#settings.clock.wait(waitMs, options.signal);
      }
    }
  }

  /**
   * Adds an idempotency key if the operation takes one and the caller gave none. Adds none if the server is known to
   * ignore keys.
   */
  addKey({ operation, input, request }: Prepared): void {
    const { offers } = this.#knowledge;
    if (operation.repeats === 'with a key' && input.idempotencyKey === undefined && (offers?.has(keyExtension) ?? true))
      request.headers['idempotency-key'] = this.#settings.clock.newKey();
  }

  /** The milliseconds to wait; undefined if the request must not be sent again. */
  async #waitBeforeRetry(
    { operation }: Prepared,
    options: RequestOptions,
    { error, retry, isInDoubt }: { error: unknown; retry: number; isInDoubt: boolean },
  ): Promise<number | undefined> {
    const { maxRetries, maxWait, clock } = this.#settings;
    if (!(error instanceof ServiceError || error instanceof ConnectionFailed)) return undefined;
    const retryAfter = error instanceof ServiceError ? error.retryAfter : undefined;
    if (retry >= (options.maxRetries ?? maxRetries)) return undefined;
    if (retryAfter !== undefined && retryAfter * 1_000 > maxWait) return undefined;
    const isSafe = async () =>
      operation.repeats === 'safely' || (operation.repeats === 'with a key' && (await this.#honoursKeys(options)));
    if (!isUntouched(error) && !(maySucceedLater(error, isInDoubt) && (await isSafe()))) return undefined;
    if (!isRateLimited(error) && !this.#knowledge.retries.take()) return undefined;
    return pauseMs(retry, retryAfter, clock.random());
  }

  async #honoursKeys(options: RequestOptions): Promise<boolean> {
    try {
      return (await this.learnOffers(options)).has(keyExtension);
    } catch (error) {
      if (error instanceof CommonplaceError) return false;
      throw error;
    }
  }

  /** The extensions that the server offers. Sends a GET to learn them if no response has shown them yet. */
  async learnOffers({ signal, timeout, maxRetries, headers }: RequestOptions): Promise<Offers> {
    if (this.#knowledge.offers === undefined) {
      const options = { signal, timeout, maxRetries, headers };
      try {
        await this.#send(prepare(listMemories, { query: { limit: 1 } }, this.#settings, options), options);
      } catch (error) {
        // An error response lists the extensions too.
        if (!(error instanceof ServiceError) || this.#knowledge.offers === undefined) throw error;
      }
    }
    if (this.#knowledge.offers === undefined) throw new MalformedResponse("The server's responses don't follow v1.");
    return this.#knowledge.offers;
  }

  /** Sends once, and remembers what the response says about the server. */
  async #exchange(prepared: Prepared, options: RequestOptions): Promise<ResponseEnvelope> {
    const { transport, server, timeout, clock } = this.#settings;
    const limit = { ms: options.timeout ?? timeout, server };
    const begin = clock.now();
    let response: ResponseEnvelope;
    try {
      response = await attempt(transport, prepared, options, limit);
    } catch (error) {
      this.#log(prepared, { event: 'failure', error: (error as Error).name, ms: clock.now() - begin });
      throw error;
    }
    const end = clock.now();
    this.#log(prepared, { event: 'response', status: response.status, ms: end - begin });
    const knowledge = this.#knowledge;
    knowledge.noteOffers(response);
    const now = end / 1_000;
    knowledge.rateLimit = knowledge.resets.read(response.headers, now) ?? knowledge.rateLimit;
    if (isSuccess(response)) return response;
    const refusal = refusalOf(response, prepared);
    throw refusalOf(response, prepared, retryAfterOf(response, isRateLimited(refusal), now));
  }

  #log({ request, path }: Prepared, event: DistributiveOmit<LogEvent>): void {
    this.#settings.log?.({ method: request.method, path, ...event });
  }
}

type DistributiveOmit<Event> = Event extends unknown ? Omit<Event, 'method' | 'path'> : never;
