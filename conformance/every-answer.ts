import { errorCodes } from '../src/v1/errors.ts';
import { extensionNames } from '../src/v1/operations.ts';
import { check, show } from './expect.ts';
import type { ClaimName } from './claims/index.ts';
import { refusalIn } from './shapes.ts';
import type { Answer } from './wire.ts';

/** Something that v1 says of every answer, and how this one breaks it. */
export interface Violation {
  mark: ClaimName;
  problem: string;
}

/** Throws where the answer breaks it. */
type Rule = readonly [mark: ClaimName, test: (answer: Answer) => void];

const isError = ({ status }: Answer) => status >= 400;

/** What the source document says of every answer. */
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

/** What we say of every answer beyond it. */
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
      if (status === 204) return check(text === '', 'a 204 has no body');
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

/** What {@link violationsIn} looks at. */
export function everyAnswerMarks(plain: boolean): ClaimName[] {
  return [...new Set([...plainRules, ...(plain ? [] : ourRules)].map(([mark]) => mark))];
}

/** What is wrong with an answer, whatever was asked. `plain`: by the source document alone. */
export function violationsIn(answer: Answer, plain: boolean): Violation[] {
  return [...plainRules, ...(plain ? [] : ourRules)].flatMap(([mark, test]) => {
    try {
      test(answer);
      return [];
    } catch (problem) {
      return [{ mark, problem: (problem as Error).message }];
    }
  });
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';

/** The error of an answer, as far as there is one. */
export function errorIn({ body }: Answer): {
  code?: unknown;
  message?: unknown;
  retryAfter?: unknown;
  details?: unknown;
} {
  const error = (body as { error?: unknown } | null | undefined)?.error;
  return typeof error === 'object' && error !== null ? error : {};
}
