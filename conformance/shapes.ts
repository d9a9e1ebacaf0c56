import { errorCodes, type ErrorCode } from '../src/v1/errors.ts';
import { scopeNames, type Scope } from '../src/v1/scopes.ts';
import { check, show } from './expect.ts';

/*
 * The shapes of v1, written by hand from the contract, independent of the service's schemas. A shape is exact, because
 * an unknown field may be something private.
 */

type Test = (value: unknown) => boolean;
type Shape = Record<string, Test>;

const isText: Test = (value) => typeof value === 'string';
const isFlag: Test = (value) => typeof value === 'boolean';
const isCount: Test = (value) => Number.isInteger(value) && (value as number) >= 0;
const isPositive: Test = (value) => isCount(value) && value !== 0;
const isFraction: Test = (value) => typeof value === 'number' && value >= 0 && value <= 1;
const orNull =
  (test: Test): Test =>
  (value) =>
    value === null || test(value);
const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);
const idOf =
  (prefix: string): Test =>
  (value) =>
    isText(value) && new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`).test(value as string);

/** ISO 8601 in UTC with milliseconds and `Z`, and a date that exists. */
export const isTime: Test = (value) =>
  isText(value) && !Number.isNaN(Date.parse(value as string)) && new Date(value as string).toISOString() === value;

function differenceFrom(value: unknown, shape: Shape, optional: Shape = {}): string | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return `not an object: ${show(value)}`;
  const fields = value as Record<string, unknown>;
  for (const [name, test] of Object.entries(shape))
    if (!test(fields[name])) return `field ${name} is ${show(fields[name])}`;
  for (const [name, found] of Object.entries(fields)) {
    if (name in shape) continue;
    const test = optional[name];
    if (test === undefined) return `unknown field ${name}: ${show(found)}`;
    if (!test(found)) return `field ${name} is ${show(found)}`;
  }
  return undefined;
}

const matching =
  (shape: Shape, optional: Shape = {}): Test =>
  (value) =>
    differenceFrom(value, shape, optional) === undefined;

const memory: Shape = {
  id: idOf('mem'),
  content: isText,
  source: isText,
  tags: listOf(isText),
  collection: orNull(idOf('col')),
  url: orNull(isText),
  title: orNull(isText),
  version: isPositive,
  createdAt: isTime,
  updatedAt: isTime,
};
const capture = matching(
  { kind: (kind) => ['selection', 'page', 'link', 'image', 'pdf', 'note'].includes(kind as string) },
  {
    author: isText,
    siteName: isText,
    publishedAt: isTime,
    language: isText,
    image: isText,
    quote: matching({ prefix: isText, suffix: isText }),
    page: isPositive,
  },
);
const untrustedReasons = [
  'overrides-instructions',
  'imitates-roles',
  'removes-limits',
  'requests-secrets',
  'conceals',
  'addresses-model',
  'directs-answers',
  'hidden-text',
];
const memoryExtras: Shape = {
  untrusted: matching({
    reasons: (reasons) =>
      listOf((reason) => untrustedReasons.includes(reason as string))(reasons) && (reasons as string[]).length > 0,
  }),
  deletedAt: isTime,
  origin: matching({ source: isText, createdAt: isTime }),
  capture: orNull(capture),
};
const passage = matching({ start: isCount, end: isPositive });
const match = matching({
  keyword: orNull(isFraction),
  semantic: orNull(isFraction),
  words: listOf(isText),
  certain: isFlag,
  passage: orNull(passage),
});
const used = matching({ used: isCount, limit: orNull(isCount) });
const token: Shape = {
  id: idOf('tok'),
  name: isText,
  scopes: listOf((scope) => scopeNames.includes(scope as Scope)),
  collections: orNull(listOf(idOf('col'))),
  origin: orNull(isText),
  ownOnly: isFlag,
  paused: isFlag,
  rateLimit: matching({ requests: isPositive, seconds: isPositive }),
  createdAt: isTime,
  expiresAt: orNull(isTime),
  lastUsedAt: orNull(isTime),
};

const oneOf =
  (...values: string[]): Test =>
  (value) =>
    values.includes(value as string);
const importResult = matching(
  { id: isText, outcome: oneOf('created', 'updated', 'unchanged', 'kept', 'conflict', 'refused') },
  { reason: isText },
);

const shapes = {
  memory: [memory, memoryExtras],
  hit: [{ ...memory, score: isFraction, match }, memoryExtras],
  collection: [{ id: idOf('col'), name: isText, createdAt: isTime, updatedAt: isTime, memoryCount: isCount }, {}],
  tag: [{ tag: isText, memoryCount: isPositive }, {}],
  token: [token, {}],
  createdToken: [token, { token: isText }],
  importAnswer: [{ memories: listOf(importResult), collections: listOf(importResult) }, {}],
  undoAnswer: [{ memories: listOf(matching({ id: idOf('mem'), outcome: oneOf('erased', 'changed', 'absent') })) }, {}],
  usage: [
    {
      plan: isText,
      memories: used,
      transactionsToday: used,
      rateLimit: matching({ limit: isPositive, remaining: isCount, reset: isPositive }),
    },
    {},
  ],
  error: [
    {
      code: (code) => isText(code) && Object.hasOwn(errorCodes, code as string),
      message: (message) => isText(message) && message !== '',
    },
    { details: listOf(matching({ path: isText, message: isText })), retryAfter: isCount },
  ],
} as const satisfies Record<string, readonly [Shape, Shape]>;

/** Throws unless the value has exactly the fields of the resource. Optional fields may be missing. */
export function checkShape(kind: keyof typeof shapes, value: unknown): void {
  const problem = differenceFrom(value, ...(shapes[kind] as readonly [Shape, Shape]));
  check(problem === undefined, `not a ${kind} of v1: ${problem}`);
}

export interface Refusal {
  code: ErrorCode;
  message: string;
  details?: { path: string; message: string }[];
  retryAfter?: number;
}

/** Throws unless the body is the error body of v1. */
export function refusalIn(body: unknown): Refusal {
  const problem = differenceFrom(body, { error: () => true });
  check(problem === undefined, `not the error body of v1: ${problem}`);
  const { error } = body as { error: Refusal };
  checkShape('error', error);
  return error;
}
