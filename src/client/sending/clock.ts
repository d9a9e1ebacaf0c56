import { longestTimerMs } from '../deadline.ts';

/** The time and the random values that a client uses; a test can replace them. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** Waits for `ms`, but at most for 24.8 days. Rejects with the reason of `signal` when it aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /** At least 0 and below 1. */
  random(): number;
  newKey(): string;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', stop);
          resolve();
        },
        Math.min(ms, longestTimerMs),
      );
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    }),
  random: () => randomNumbers(1)[0]! / 2 ** 32,
  // `randomUUID` is much faster than `getRandomValues`, but missing on pages without HTTPS.
  newKey: () =>
    crypto.randomUUID?.() ?? Array.from(randomNumbers(4), (number) => number.toString(16).padStart(8, '0')).join(''),
};

const randomNumbers = (count: number) => crypto.getRandomValues(new Uint32Array(count));
