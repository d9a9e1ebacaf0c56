import type { ResponseEnvelope } from '../../v1/envelope.ts';
import { parsed } from '../call.ts';
import type { ErrorBody } from '../errors.ts';

type Headers = ResponseEnvelope['headers'];

/** The rate limit according to the `X-RateLimit` headers of a response. */
export interface RateLimitStatus {
  /** Requests per window. */
  limit: number | undefined;
  /** Requests left in this window. */
  remaining: number | undefined;
  /** When the full limit is available again, by this machine's clock. */
  resetAt: Date | undefined;
}

const units: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3_600, d: 86_400 };
const duration = /(\d+(?:\.\d+)?)(ms|s|m|h|d)/g;
const wholeDuration = new RegExp(`^(?:${duration.source})+$`);
const date = /^(?:\d{4}-|[A-Z][a-z]{2},)/;

/**
 * Numbers too small to be Unix time are durations: in seconds below `leastMilliseconds`, otherwise in milliseconds. No
 * rate window is longer than `mostMilliseconds` (two days).
 */
const leastMilliseconds = 1e6;
const mostMilliseconds = 1.728e8;
/** Units of Unix time. `least`: the least number that is read in this unit. */
const epochs: [least: number, perSecond: number][] = [
  [1e14, 1e6],
  [1e11, 1e3],
  [1e9, 1],
];
const tooLarge = 1e17;

/**
 * The seconds from `now` (Unix seconds) to the time in `value`: a number in any unit, a date or a duration. Undefined
 * if `value` is none of these, or too large.
 */
export function secondsUntil(value: string | number, now: number): number | undefined {
  const text = String(value).trim();
  if (wholeDuration.test(text)) {
    let seconds = 0;
    for (const [, count, unit] of text.matchAll(duration)) seconds += Number(count) * units[unit!]!;
    return seconds < epochs.at(-1)![0] ? seconds : undefined;
  }
  if (date.test(text)) {
    const moment = Date.parse(text) / 1e3;
    return Number.isNaN(moment) ? undefined : Math.max(0, moment - now);
  }
  const number = text === '' ? NaN : Number(text);
  if (!(number < tooLarge)) return undefined;
  const epoch = epochs.find(([least]) => number >= least);
  if (epoch) return Math.max(0, number / epoch[1] - now);
  if (number < leastMilliseconds) return Math.max(0, number);
  return number <= mostMilliseconds ? number / 1e3 : undefined;
}

/**
 * Seconds to wait after an error; undefined if the response doesn't say. `Retry-After` takes precedence over the body.
 * The rate limit's reset counts only if the rate limit refused the request. `now`: Unix seconds.
 */
export function retryAfterOf(response: ResponseEnvelope, isRateLimited: boolean, now: number): number | undefined {
  const { headers } = response;
  const clock = serverNow(headers, now);
  const inBody = (parsed(response) as ErrorBody | undefined)?.error?.retryAfter;
  const times = [headers['retry-after'], typeof inBody === 'number' || typeof inBody === 'string' ? inBody : undefined];
  if (isRateLimited) times.push(/\bt=(\d+)/.exec(headers['ratelimit'] ?? '')?.[1], headers['x-ratelimit-reset']);
  for (const value of times) {
    const seconds = value === undefined ? undefined : secondsUntil(value, clock);
    if (seconds !== undefined) return seconds;
  }
  return undefined;
}

/**
 * Reads the `X-RateLimit` headers. A small number in `X-RateLimit-Reset` counts seconds or milliseconds. How fast the
 * number falls between two responses shows the unit.
 */
export class ResetReader {
  #last: { value: number; now: number } | undefined;
  #perSecond = 1;

  /** Undefined without these headers. `now`: Unix seconds by this machine's clock. */
  read(headers: Headers, now: number): RateLimitStatus | undefined {
    const limit = headers['x-ratelimit-limit'];
    const remaining = headers['x-ratelimit-remaining'];
    const reset = headers['x-ratelimit-reset'];
    if (limit === undefined && remaining === undefined && reset === undefined) return undefined;
    const seconds = reset === undefined ? undefined : this.#seconds(reset, serverNow(headers, now));
    return {
      limit: countIn(limit),
      remaining: countIn(remaining),
      resetAt: seconds === undefined ? undefined : new Date((now + seconds) * 1e3),
    };
  }

  #seconds(reset: string, now: number): number | undefined {
    const value = Number(reset);
    if (!(value >= 0 && value < leastMilliseconds)) return secondsUntil(reset, now);
    const last = this.#last;
    if (last && now > last.now && (last.value - value) / (now - last.now) > 100) this.#perSecond = 1e3;
    this.#last = { value, now };
    return value / this.#perSecond;
  }
}

/**
 * The server's clock in Unix seconds, from its `Date` header; `now` if the header is missing, invalid or within 2 s of
 * `now`.
 */
function serverNow(headers: Headers, now: number): number {
  const seconds = Date.parse(headers['date'] ?? '') / 1e3;
  return Math.abs(seconds - now) >= 2 ? seconds : now;
}

const countIn = (value: string | undefined) => (/^\d+$/.test(value ?? '') ? Number(value) : undefined);
