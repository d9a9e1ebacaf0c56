import { expect } from 'vitest';
import type { ErrorCode } from '../../../src/v1/errors.ts';

interface RawResponse {
  status: number;
  headers: Headers;
  body: string;
}

/**
 * Asserts that an error from any part of the server follows the contract: it has the error body and the headers that
 * every response must have, and doesn't reveal its cause.
 */
export function expectRefusal(
  { status, headers, body }: RawResponse,
  expected: { status: number; code: ErrorCode },
): void {
  expect({ status, code: (JSON.parse(body) as { error: { code: string } }).error.code }).toEqual(expected);
  expect(headers.get('content-type')).toBe('application/json');
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
    expect(headers.get(name)).toMatch(/^\d+$/);
  expect(headers.get('memory-extensions')).toMatch(/^v=1, /);
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{1,64}$/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body).not.toMatch(/\bat \S+:\d+|node_modules|HPE_/);
}
