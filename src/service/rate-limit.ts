import { defaultRateLimit } from '../v1/limits.ts';
import type { RateState, RateWindows } from './ports/store.ts';
import type { Principal } from './principal.ts';
import { rateLimited, type Problem } from './problem.ts';
import type { Vouched } from './vouched.ts';

/** Counts the request of a known token. */
export function takeAsToken(rates: RateWindows, principal: Principal, now: number): Promise<RateState> {
  return rates.take(principal.id, principal.rateLimit, now);
}

/** What the subjects of requests without a valid token begin with; no id of a token does. */
const stranger = 'stranger:';

/** Counts a request without a valid token, by where it came from. */
export function takeAsStranger(rates: RateWindows, vouched: Vouched, now: number): Promise<RateState> {
  const from = vouched.origin === undefined ? `${stranger}address:${vouched.address ?? ''}` : `${stranger}origin:${vouched.origin}`;
  return rates.take(from, defaultRateLimit, now);
}

/** Strangers come and go: one that was away for longer than any window lasts is not remembered. */
export function forgetStrangers(rates: RateWindows, now: number): Promise<void> {
  return rates.forget(stranger, now - defaultRateLimit.seconds * 1000);
}

/** @throws Problem `rate_limited` when the window was full. */
export function requireRoom(state: RateState, now: number): void {
  if (!state.allowed) throw noRoom(state, now);
}

/** What is answered once a window is full, until it ends. */
export function noRoom({ reset }: RateState, now: number): Problem {
  return rateLimited(Math.max(1, Math.ceil(reset - now / 1000)));
}

/** What is told of the window where the request could not even be counted. */
export function untouchedWindow(now: number): RateState {
  const { requests, seconds } = defaultRateLimit;
  return { allowed: true, limit: requests, remaining: requests, reset: Math.ceil(now / 1000) + seconds };
}
