import { expect, it } from 'vitest';
import { ServiceError } from '../../../../src/client/index.ts';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { sentenceOf } from '../../../../src/ui/state/sentence.ts';

const limited = (retryAfter?: number) =>
  sentenceOf(
    new ServiceError(429, {
      error: {
        code: 'rate_limited',
        message: 'The message of the server.',
        ...(retryAfter !== undefined && { retryAfter }),
      },
    }),
    translator(),
  );

it('says when to try again after too many requests, in minutes if the wait is long', () => {
  expect([1, 90, 91, 529].map(limited)).toEqual([
    'Too many requests. Try again in 1 second.',
    'Too many requests. Try again in 90 seconds.',
    'Too many requests. Try again in 2 minutes.',
    'Too many requests. Try again in 9 minutes.',
  ]);
});

it('shows the server’s message if the server names no time', () => {
  expect(limited()).toBe('The message of the server.');
});
