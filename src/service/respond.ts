import { headers } from '../v1/headers.ts';
import { extensionNames, type OperationName } from '../v1/operations.ts';
import type { Answer } from './call.ts';
import type { RateState } from './ports/store.ts';
import type { Problem } from './problem.ts';

/** The headers of every response. */
export function commonHeaders(rate: RateState): Record<string, string> {
  return {
    [headers.extensions]: `v=1, ${extensionNames.join(', ')}`,
    [headers.rateLimit]: String(rate.limit),
    [headers.rateRemaining]: String(rate.remaining),
    [headers.rateReset]: String(rate.reset),
  };
}

/** The response of a successful operation. Its own headers win over `more`. */
export function reply<N extends OperationName>(
  { body, headers: own }: Answer<N>,
  status: 200 | 201 | 204,
  more: Record<string, string>,
): Response {
  if (body === undefined) return new Response(null, { status: 204, headers: { ...more, ...own } });
  return inJson(body, status === 204 ? 200 : status, { ...more, ...own });
}

/** The response for a problem. */
export function refusal({ body, status, headers: own }: Problem, more: Record<string, string> = {}): Response {
  return inJson(body, status, { ...own, ...more });
}

/** Creates the response with all its headers: adding them to a finished Response is slower. */
const inJson = (body: unknown, status: number, more: Record<string, string>) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...more } });
