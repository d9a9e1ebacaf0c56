import { errorCodes } from '../src/v1/errors.ts';
import { extensionNames } from '../src/v1/operations.ts';
import { check, show } from './expect.ts';
import type { ClaimName } from './claims/index.ts';
import { refusalIn } from './shapes.ts';
import type { Answer } from './wire.ts';

export interface Violation {
  claim: ClaimName;
  problem: string;
}

interface Rule {
  claim: ClaimName;
  /** Default: the claim applies to every response. */
  applies?: (answer: Answer) => boolean;
  test: (answer: Answer) => void;
}

const isError = ({ status }: Answer) => status >= 400;
const hasStatus = (expected: number) => (answer: Answer) => answer.status === expected;

/** What the source document, the short specification that v1 extends, says about every response. */
const plainRules: readonly Rule[] = [
  {
    claim: 'source.rate-headers',
    test: ({ headers }) => {
      for (const name of rateHeaders) check(/^\d+$/.test(headers[name] ?? ''), `header ${name} is ${headers[name]}`);
      check(
        Number(headers['x-ratelimit-remaining']) <= Number(headers['x-ratelimit-limit']),
        'more requests remain than are allowed',
      );
    },
  },
  {
    claim: 'source.json',
    applies: ({ text }) => text !== '',
    test: ({ text, body }) => check(body !== undefined, `a body that is not JSON: ${text.slice(0, 200)}`),
  },
  {
    claim: 'source.error',
    applies: isError,
    test: (answer) => {
      const { code, message } = errorIn(answer);
      check(isText(code) && isText(message), `not the error body: ${answer.text.slice(0, 200)}`);
    },
  },
  {
    claim: 'source.rate-limited',
    applies: (answer) => errorIn(answer).code === 'rate_limited',
    test: (answer) => {
      const { retryAfter } = errorIn(answer);
      check(
        isError(answer) && Number.isInteger(retryAfter),
        `rate_limited with status ${answer.status} and retryAfter ${show(retryAfter)}`,
      );
    },
  },
];

const ourRules: readonly Rule[] = [
  {
    claim: 'extensions',
    test: ({ headers }) => {
      const [version, ...names] = (headers['memory-extensions'] ?? '').split(', ');
      check(version === 'v=1', `Memory-Extensions is ${headers['memory-extensions']}`);
      for (const name of names)
        check((extensionNames as readonly string[]).includes(name), `Memory-Extensions names ${name}`);
    },
  },
  {
    claim: 'source.json',
    test: ({ status, text, headers }) => {
      if (status === 204) return check(text === '', 'a 204 with a body');
      check(/^application\/json\b/i.test(headers['content-type'] ?? ''), `Content-Type is ${headers['content-type']}`);
    },
  },
  {
    claim: 'source.error',
    applies: isError,
    test: (answer) => {
      const { code } = refusalIn(answer.body);
      check(
        (errorCodes[code].statuses as readonly number[]).includes(answer.status),
        `${code} came with ${answer.status}`,
      );
    },
  },
  {
    claim: 'error.unauthorized',
    applies: hasStatus(401),
    test: ({ headers }) =>
      check(/^Bearer\b/.test(headers['www-authenticate'] ?? ''), '401 without WWW-Authenticate: Bearer'),
  },
  {
    claim: 'error.method_not_allowed',
    applies: hasStatus(405),
    test: ({ headers }) => check(headers['allow'] !== undefined, '405 without Allow'),
  },
  {
    claim: 'rate.status',
    applies: (answer) => answer.status === 429 || errorIn(answer).retryAfter !== undefined,
    test: (answer) => {
      const { retryAfter } = errorIn(answer);
      check(retryAfter !== undefined, '429 without retryAfter');
      check(
        answer.headers['retry-after'] === show(retryAfter),
        `Retry-After is ${answer.headers['retry-after']}, retryAfter ${show(retryAfter)}`,
      );
    },
  },
];

export const rateHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const;

const rulesOf = (plain: boolean): readonly Rule[] => [...plainRules, ...(plain ? [] : ourRules)];

export const everyResponseClaims = (plain: boolean): ClaimName[] => [
  ...new Set(rulesOf(plain).map(({ claim }) => claim)),
];

/**
 * Checks the claims about every response. `applied`: the claims that apply to this response. `plain`: checks only
 * claims of the source document.
 */
export function judge(answer: Answer, plain: boolean): { applied: ClaimName[]; violations: Violation[] } {
  const rules = rulesOf(plain).filter(({ applies }) => applies?.(answer) ?? true);
  const violations = rules.flatMap(({ claim, test }) => {
    try {
      test(answer);
      return [];
    } catch (problem) {
      return [{ claim, problem: (problem as Error).message }];
    }
  });
  return { applied: rules.map(({ claim }) => claim), violations };
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';

/** Returns an empty object if the response has no `error`. */
export function errorIn({ body }: Answer): {
  code?: unknown;
  message?: unknown;
  retryAfter?: unknown;
  details?: unknown;
} {
  const error = (body as { error?: unknown } | null | undefined)?.error;
  return typeof error === 'object' && error !== null ? error : {};
}
