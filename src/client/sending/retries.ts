import { ConnectionFailed, ServiceError } from '../errors.ts';

const firstMs = 500;
const longestMs = 8_000;
const temporary = [408, 500, 502, 503, 504];

/**
 * Limits the retries of a client, so that they add little load to a failing server. Each retry takes one from the
 * budget, and ten successes give one back. A retry after a refusal by the rate limit takes none.
 */
export class RetryBudget {
  readonly capacity: number;
  #tenths: number;

  constructor(capacity = 100) {
    this.capacity = capacity;
    this.#tenths = capacity * 10;
  }

  /** Whole retries left. */
  get remaining(): number {
    return Math.floor(this.#tenths / 10);
  }

  noteSuccess(): void {
    this.#tenths = Math.min(this.capacity * 10, this.#tenths + 1);
  }

  /** Takes one retry; false if none is left. */
  take(): boolean {
    if (this.#tenths < 10) return false;
    this.#tenths -= 10;
    return true;
  }
}

export const isRateLimited = (error: unknown): boolean =>
  error instanceof ServiceError && (error.code === 'rate_limited' || error.status === 429);

/**
 * Whether the failed request certainly had no effect, so that any request may be sent again: the rate limit refused the
 * request, or the server never got it.
 */
export const isUntouched = (error: unknown): boolean =>
  isRateLimited(error) || (error instanceof ConnectionFailed && !error.mayHaveArrived);

/**
 * Whether the same request may succeed later. `wasInDoubt`: an earlier attempt may still be running under the same key.
 */
export const maySucceedLater = (error: unknown, wasInDoubt: boolean): boolean =>
  error instanceof ServiceError
    ? temporary.includes(error.status) || (wasInDoubt && error.status === 409)
    : error instanceof ConnectionFailed;

/**
 * Milliseconds to wait after attempt number `attempt`, counted from 0. If the server named a time, adds up to a second,
 * since some servers round down. Otherwise the wait is random, below a bound that doubles with each attempt, up to 8 s.
 */
export const pauseMs = (attempt: number, retryAfter: number | undefined, random: number): number =>
  retryAfter === undefined ? random * Math.min(longestMs, firstMs * 2 ** attempt) : (retryAfter + random) * 1_000;
