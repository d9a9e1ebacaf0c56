import { headers } from '../v1/headers.ts';
import { extensionNames, type OperationName } from '../v1/operations.ts';
import type { Answer } from './call.ts';
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

/** The answer of an operation. `status`: that of its success. */
export function reply<N extends OperationName>(
  { body, headers: own }: Answer<N>,
  status: 200 | 201 | 204,
  more: Record<string, string>,
): Response {
  if (body === undefined) return new Response(null, { status: 204, headers: { ...own, ...more } });
  return inJson(body, status === 204 ? 200 : status, { ...own, ...more });
}

/** A problem as the contract's error body. */
export function refusal({ body, status, headers: own }: Problem, more: Record<string, string> = {}): Response {
  return inJson(body, status, { ...own, ...more });
}

/** With all its headers at once: one that is added to an answer later costs more than the answer. */
const inJson = (body: unknown, status: number, more: Record<string, string>) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...more } });
