import { defaultRateLimit } from '../v1/limits.ts';
import type { RateState, RateWindows } from './ports/store.ts';
import type { Principal } from './principal.ts';
import { rateLimited, type Problem } from './problem.ts';
import type { Vouched } from './vouched.ts';

/** Counts a request in the windows of its token and of that token's ancestors. */
export function countTokenRequest(rates: RateWindows, principal: Principal, now: number): Promise<RateState> {
  return rates.take([principal, ...principal.ancestors], now);
}

/** The prefix of window subjects for requests without a valid token; no token id begins with it. */
const anonymous = 'stranger:';

/** Counts a request without a valid token, by its origin or address. */
export async function countAnonymousRequest(rates: RateWindows, vouched: Vouched, now: number): Promise<RateState> {
  const id =
    vouched.origin === undefined
      ? `${anonymous}address:${vouched.address ?? ''}`
      : `${anonymous}origin:${vouched.origin}`;
  const state = await rates.take([{ id, rateLimit: defaultRateLimit }], now);
  await rates.persisted();
  return state;
}

/**
 * Forgets senders without a token after one window without requests. A wrong clock grants them at most one extra
 * window.
 */
export function dropAnonymousWindows(rates: RateWindows, now: number): Promise<void> {
  return rates.forget(anonymous, now - defaultRateLimit.seconds * 1000);
}

/** @throws Problem `rate_limited` if the window is full */
export function requireWithinLimit(state: RateState, now: number): void {
  if (!state.allowed) throw limitReached(state, now);
}

export function limitReached({ reset }: RateState, now: number): Problem {
  return rateLimited(Math.max(1, Math.ceil(reset - now / 1000)));
}

/** The rate state in the response headers of a request that couldn't be counted. */
export function untouchedWindow(now: number): RateState {
  const { requests, seconds } = defaultRateLimit;
  return { allowed: true, limit: requests, remaining: requests, reset: Math.ceil(now / 1000) + seconds };
}
