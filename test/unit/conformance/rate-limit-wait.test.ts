import { describe, expect, it } from 'vitest';
import type { Transport } from '../../../src/client/transport.ts';
import { retryRateLimited, secondsToWait, secondsUntil, WaitTooLong } from '../../../conformance/rate-limit-wait.ts';
import { commonHostFields } from '../../../conformance/host.ts';
import { Run } from '../../../conformance/run.ts';
import type { Answer } from '../../../conformance/wire.ts';

const nowMs = Date.parse('2026-01-01T00:00:00Z');

const limited = (
  headers: Record<string, string>,
  error: object = { code: 'rate_limited', message: 'x' },
  status = 429,
): Answer => ({ status, headers, text: '', body: { error } });

describe('the wait for a rate-limited server', () => {
  it.each([
    ['seconds from now', 30],
    ['milliseconds from now', 3_600_000],
    ['Unix seconds', nowMs / 1_000 + 30],
    ['Unix milliseconds', nowMs + 30_000],
  ])('is read from X-RateLimit-Reset in %s', (unit, reset) => {
    expect(secondsUntil(reset, nowMs)).toBe(unit === 'milliseconds from now' ? 3_600 : 30);
  });

  it.each([
    [
      'the error',
      limited({ 'retry-after': '9', 'x-ratelimit-reset': '8' }, { code: 'rate_limited', message: 'x', retryAfter: 7 }),
      7,
    ],
    ['Retry-After in seconds', limited({ 'retry-after': '9', 'x-ratelimit-reset': '8' }), 9],
    ['Retry-After as a date', limited({ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }), 30],
    ['X-RateLimit-Reset', limited({ 'x-ratelimit-reset': '8' }), 8],
    ['a 403 with code rate_limited', limited({ 'retry-after': '9' }, { code: 'rate_limited', message: 'x' }, 403), 9],
    [
      'no header if the refusal has another code',
      limited({ 'retry-after': '9' }, { code: 'forbidden', message: 'x' }, 403),
      undefined,
    ],
  ])('is read from %s', (_, answer, seconds) => {
    expect(secondsToWait(answer, nowMs)).toBe(seconds);
  });

  it('ends the run if it exceeds the wait budget', async () => {
    const budget = { seconds: 30 };
    await expect(retryRateLimited(async () => limited({ 'retry-after': '30' }), budget)).rejects.toThrow(WaitTooLong);
    expect(budget.seconds).toBe(30);
  });

  it('still happens while a stopped run deletes what it created', async () => {
    const statuses = [429, 204];
    const transport: Transport = async () => ({
      commonplace: 1,
      status: statuses.shift()!,
      headers: { 'retry-after': '0' },
      body: '',
    });
    const host = { ...commonHostFields, name: 'busy', transport, token: 'cpk_1', source: null, meaning: false };
    const run = new Run(host, { waitBudget: { seconds: 5 }, signal: AbortSignal.abort() });
    await run.cleanUp([{ kind: 'memory', id: 'mem_1' }]);
    expect([statuses, run.undeleted]).toEqual([[], []]);
  });
});
