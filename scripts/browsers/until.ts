import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from '../test/patience.ts';

const defaultTimeoutMs = 30_000;
const maxPauseMs = 50;

type Truthy<Result> = Exclude<Result, false | 0 | '' | null | undefined>;

/**
 * Calls `work` repeatedly until the result is truthy. Throws after `patience` times `waitMs`, with the last result or
 * error of `work`.
 */
export async function until<Result>(
  what: string,
  work: () => Result | Promise<Result>,
  waitMs: number = defaultTimeoutMs,
): Promise<Truthy<Result>> {
  const limitMs = waitMs * patience;
  const end = Date.now() + limitMs;
  let last: unknown;
  for (let pauseMs = 2; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      last = await work();
      if (last) return last as Truthy<Result>;
    } catch (error) {
      last = error;
    }
    if (Date.now() >= end)
      throw new Error(
        `Waited ${limitMs} ms for ${what} without success; last: ${last instanceof Error ? last.message : JSON.stringify(last)}`,
      );
    await sleep(pauseMs);
  }
}
