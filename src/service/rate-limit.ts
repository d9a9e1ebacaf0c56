import { defaultRateLimit } from '../v1/limits.ts';
import type { RateState, RateWindows } from './ports/store.ts';
import type { Principal } from './principal.ts';
import { rateLimited, type Problem } from './problem.ts';
import type { Vouched } from './vouched.ts';

/** Counts the request of a known token, in the windows of those that it descends from too. */
export function countTokenRequest(rates: RateWindows, principal: Principal, now: number): Promise<RateState> {
  return rates.take([principal, ...principal.ancestors], now);
}

/** What the subjects of requests without a valid token begin with; no id of a token does. */
const stranger = 'stranger:';

/** Counts a request without a valid token, by where it came from. */
export function countAnonymousRequest(rates: RateWindows, vouched: Vouched, now: number): Promise<RateState> {
  const id =
    vouched.origin === undefined
      ? `${stranger}address:${vouched.address ?? ''}`
      : `${stranger}origin:${vouched.origin}`;
  return rates.take([{ id, rateLimit: defaultRateLimit }], now);
}

/** Strangers come and go: one that was away for longer than its window lasts is not remembered. A clock that is wrong gives away one window at most. */
export function dropAnonymousWindows(rates: RateWindows, now: number): Promise<void> {
  return rates.forget(stranger, now - defaultRateLimit.seconds * 1000);
}

/** @throws Problem `rate_limited` when the window was full. */
export function requireWithinLimit(state: RateState, now: number): void {
  if (!state.allowed) throw limitReached(state, now);
}

/** What is answered once a window is full, until it ends. */
export function limitReached({ reset }: RateState, now: number): Problem {
  return rateLimited(Math.max(1, Math.ceil(reset - now / 1000)));
}

/** What is told of the window where the request could not even be counted. */
export function untouchedWindow(now: number): RateState {
  const { requests, seconds } = defaultRateLimit;
  return { allowed: true, limit: requests, remaining: requests, reset: Math.ceil(now / 1000) + seconds };
}
