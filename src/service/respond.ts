import { headers } from '../v1/headers.ts';
import { extensionNames } from '../v1/operations.ts';
import type { RateState } from './ports/store.ts';
import type { Problem } from './problem.ts';

/** The headers that every response carries. */
export function commonHeaders(rate: RateState): Record<string, string> {
  return {
    [headers.extensions]: `v=1, ${extensionNames.join(', ')}`,
    [headers.rateLimit]: String(rate.limit),
    [headers.rateRemaining]: String(rate.remaining),
    [headers.rateReset]: String(rate.reset),
  };
}

/** A problem as the contract's error body. */
export function refusal(problem: Problem, more: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(problem.body), {
    status: problem.status,
    headers: { 'Content-Type': 'application/json', ...problem.headers, ...more },
  });
}
