import type { HostClock } from '../../../conformance/host.ts';
import type { Choices } from './choices.ts';

export interface RateWindow {
  limit: number;
  remaining: number;
  /** The end of the window, in the unit of `Choices.reset`. */
  reset: number;
  /** Seconds to wait; undefined if the request is within the limit. */
  wait: number | undefined;
}

/** Returns a function that counts a request in its fixed window, and returns the window's state. */
export function requestCounter({ rate, reset }: Choices, clock: Pick<HostClock, 'now'>): () => RateWindow {
  let [endMs, taken] = [0, 0];
  return () => {
    const now = clock.now();
    if (now >= endMs) [endMs, taken] = [now + rate.seconds * 1_000, 0];
    taken++;
    const leftMs = endMs - now;
    const resets = {
      seconds: leftMs / 1_000,
      milliseconds: leftMs,
      'Unix seconds': endMs / 1_000,
      'Unix milliseconds': endMs,
    };
    return {
      limit: rate.requests,
      remaining: Math.max(0, rate.requests - taken),
      reset: Math.ceil(resets[reset]),
      wait: taken > rate.requests ? Math.ceil(leftMs / 1_000) : undefined,
    };
  };
}
