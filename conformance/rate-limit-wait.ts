import { errorIn } from './every-response.ts';
import { NotJudged } from './expect.ts';
import type { Answer } from './wire.ts';

/** Thrown if the server asks for a longer wait than the run allows, or if the run is stopped during a wait. */
export class WaitTooLong extends NotJudged {
  override readonly name = 'WaitTooLong';
  readonly status = 'not run';
}

/** From this value up, X-RateLimit-Reset is a Unix time: in seconds, or from `minUnixMs` up in milliseconds. */
const minUnixSeconds = 1e9;
const minUnixMs = 1e11;
/**
 * A Reset below `minUnixSeconds` is the time left. No window is longer than `maxWindowSeconds`, so a greater number is
 * in milliseconds, and any other in seconds.
 */
const maxWindowSeconds = 100_000;

export function secondsUntil(reset: number, nowMs: number): number {
  return Math.max(
    0,
    {
      'Unix milliseconds': (reset - nowMs) / 1_000,
      'Unix seconds': reset - nowMs / 1_000,
      milliseconds: reset / 1_000,
      seconds: reset,
    }[unitOf(reset)],
  );
}

export function unitOf(reset: number): 'Unix milliseconds' | 'Unix seconds' | 'milliseconds' | 'seconds' {
  if (reset >= minUnixMs) return 'Unix milliseconds';
  if (reset >= minUnixSeconds) return 'Unix seconds';
  return reset > maxWindowSeconds ? 'milliseconds' : 'seconds';
}

/**
 * Seconds to wait after a rate-limit error. Returns 1 if the response doesn't say how long, and undefined for any other
 * response.
 */
export function secondsToWait(answer: Answer, nowMs: number): number | undefined {
  const { code, retryAfter } = errorIn(answer);
  if (code !== 'rate_limited' && answer.status !== 429) return undefined;
  const [header, reset] = [answer.headers['retry-after'], Number(answer.headers['x-ratelimit-reset'])];
  if (typeof retryAfter === 'number') return retryAfter;
  if (header !== undefined)
    return /^\d+$/.test(header) ? Number(header) : Math.max(0, (Date.parse(header) - nowMs) / 1_000 || 1);
  return Number.isFinite(reset) ? secondsUntil(reset, nowMs) : 1;
}

export interface WaitBudget {
  /** Seconds left for all further waits of the run. */
  seconds: number;
  onWait?: (seconds: number) => void;
}

/** Retries a rate-limited request after the server's wait. Adds a second, because some servers round down. */
export async function retryRateLimited(
  send: () => Promise<Answer>,
  budget: WaitBudget,
  signal?: AbortSignal,
): Promise<Answer> {
  for (;;) {
    const answer = await send();
    const wait = secondsToWait(answer, Date.now());
    if (wait === undefined) return answer;
    const seconds = Math.ceil(wait) + 1;
    if (seconds > budget.seconds)
      throw new WaitTooLong(`the server is rate-limited for ${seconds} s, which is longer than this run waits`);
    budget.seconds -= seconds;
    budget.onWait?.(seconds);
    await pause(seconds * 1_000, signal);
    if (signal?.aborted) throw new WaitTooLong('the run was stopped');
  }
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
