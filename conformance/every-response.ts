import { errorCodes } from '../src/v1/errors.ts';
import { extensionNames } from '../src/v1/operations.ts';
import { check, show } from './expect.ts';
import type { ClaimName } from './claims/index.ts';
import { refusalIn } from './shapes.ts';
import type { Answer } from './wire.ts';

/** A claim about every response, and how this response breaks it. */
export interface Violation {
  claim: ClaimName;
  problem: string;
}

/** `test` throws if the response breaks the claim. */
type Rule = readonly [claim: ClaimName, test: (answer: Answer) => void];

const isError = ({ status }: Answer) => status >= 400;

/** What the source document (the short specification that v1 extends) says of every response. */
const plainRules: readonly Rule[] = [
  [
    'source.rate-headers',
    ({ headers }) => {
      for (const name of rateHeaders) check(/^\d+$/.test(headers[name] ?? ''), `header ${name} is ${headers[name]}`);
      check(
        Number(headers['x-ratelimit-remaining']) <= Number(headers['x-ratelimit-limit']),
        'more requests remain than are allowed',
      );
    },
  ],
  [
    'source.json',
    ({ text, body }) => check(text === '' || body !== undefined, `a body that is not JSON: ${text.slice(0, 200)}`),
  ],
  [
    'source.error',
    (answer) => {
      if (!isError(answer)) return;
      const { code, message } = errorIn(answer);
      check(isText(code) && isText(message), `not the error body: ${answer.text.slice(0, 200)}`);
    },
  ],
  [
    'source.rate-limited',
    (answer) => {
      const { code, retryAfter } = errorIn(answer);
      if (code === 'rate_limited')
        check(
          isError(answer) && Number.isInteger(retryAfter),
          `rate_limited with status ${answer.status} and retryAfter ${show(retryAfter)}`,
        );
    },
  ],
];

/** What our v1 adds. */
const ourRules: readonly Rule[] = [
  [
    'extensions',
    ({ headers }) => {
      const [version, ...names] = (headers['memory-extensions'] ?? '').split(', ');
      check(version === 'v=1', `Memory-Extensions is ${headers['memory-extensions']}`);
      for (const name of names)
        check((extensionNames as readonly string[]).includes(name), `Memory-Extensions names ${name}`);
    },
  ],
  [
    'source.json',
    ({ status, text, headers }) => {
      if (status === 204) return check(text === '', 'a 204 with a body');
      check(/^application\/json\b/i.test(headers['content-type'] ?? ''), `Content-Type is ${headers['content-type']}`);
    },
  ],
  [
    'source.error',
    (answer) => {
      if (!isError(answer)) return;
      const { code } = refusalIn(answer.body);
      check(
        (errorCodes[code].statuses as readonly number[]).includes(answer.status),
        `${code} came with ${answer.status}`,
      );
    },
  ],
  [
    'error.unauthorized',
    ({ status, headers }) =>
      check(
        status !== 401 || /^Bearer\b/.test(headers['www-authenticate'] ?? ''),
        '401 without WWW-Authenticate: Bearer',
      ),
  ],
  [
    'error.method_not_allowed',
    ({ status, headers }) => check(status !== 405 || headers['allow'] !== undefined, '405 without Allow'),
  ],
  [
    'rate.status',
    (answer) => {
      const { retryAfter } = errorIn(answer);
      if (answer.status === 429) check(retryAfter !== undefined, '429 without retryAfter');
      if (retryAfter !== undefined)
        check(
          answer.headers['retry-after'] === show(retryAfter),
          `Retry-After is ${answer.headers['retry-after']}, retryAfter ${show(retryAfter)}`,
        );
    },
  ],
];

export const rateHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const;

/** The claims that {@link violationsIn} checks. */
export function everyResponseClaims(plain: boolean): ClaimName[] {
  return [...new Set([...plainRules, ...(plain ? [] : ourRules)].map(([claim]) => claim))];
}

/** The claims that a response breaks, independent of the request. `plain`: checks the source document alone. */
export function violationsIn(answer: Answer, plain: boolean): Violation[] {
  return [...plainRules, ...(plain ? [] : ourRules)].flatMap(([claim, test]) => {
    try {
      test(answer);
      return [];
    } catch (problem) {
      return [{ claim, problem: (problem as Error).message }];
    }
  });
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';

/** The `error` object of a response; empty if it has none. */
export function errorIn({ body }: Answer): {
  code?: unknown;
  message?: unknown;
  retryAfter?: unknown;
  details?: unknown;
} {
  const error = (body as { error?: unknown } | null | undefined)?.error;
  return typeof error === 'object' && error !== null ? error : {};
}
