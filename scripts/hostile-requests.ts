import type { z } from 'zod';
import { capture, ids, pathIdOf, time, url } from './hostile-fixtures.ts';
import { operations, versionPrefix, type OperationName } from '../src/v1/operations.ts';
import { schemas } from '../src/v1/schemas/operations.ts';

type Schemas = typeof schemas;
/** Some bodies for each operation that takes a body. Together, they have every top-level field. */
type Bodies = {
  [N in OperationName as Schemas[N]['body'] extends z.ZodType ? N : never]: readonly z.input<
    Schemas[N]['body'] & z.ZodType
  >[];
};

const memory = {
  content: 'good',
  tags: ['good'],
  collection: 'good',
  url,
  title: 'good',
  capture,
  createdAt: time,
  origin: { source: 'good', createdAt: time },
};

const { createdAt: _, origin: __, ...changes } = memory;

const tokenRights = {
  scopes: ['memories:read' as const],
  collections: ['good'],
  expiresAt: '2100-01-01T00:00:00.000Z',
  rateLimit: { requests: 1, seconds: 1 },
  ownOnly: false,
};

const filters = {
  collection: 'good',
  tags: ['good'],
  source: 'good',
  createdAfter: '2019-01-01T00:00:00.000Z',
  createdBefore: '2100-01-01T00:00:00.000Z',
  site: 'example.org',
  phrases: ['good'],
  not: ['bad'],
};

const imported = {
  ...memory,
  id: ids.newMemory,
  source: 'good',
  collection: ids.newCollection,
  version: 1,
  updatedAt: time,
  deletedAt: time,
  later: true,
};

/** Valid bodies, which succeed after `putFixtures`. `good` stands for any valid text. */
export const bodies: Bodies = {
  createMemory: [memory],
  updateMemory: [changes],
  searchMemories: [
    { query: 'good', mode: 'hybrid', limit: 10, filters },
    { like: { text: 'good' }, mode: 'semantic', filters },
  ],
  importMemories: [
    {
      memories: [imported],
      collections: [{ id: ids.newCollection, name: 'new', createdAt: time, updatedAt: time }],
      dryRun: false,
    },
    { memories: [{ id: ids.memory, content: 'good', version: 2, createdAt: time }], dryRun: true },
  ],
  undoImport: [{ memories: [{ id: ids.memory, version: 1 }] }],
  createCollection: [{ name: 'new' }],
  updateCollection: [{ name: 'good' }],
  batch: [
    {
      requests: [{ method: 'POST', path: '/v1/memories', idempotencyKey: 'good', body: memory }],
    },
    {
      requests: [{ method: 'PATCH', path: `/v1/memories/${ids.memory}`, ifMatch: '"1"', body: changes }],
    },
  ],
  createToken: [{ name: 'good', ...tokenRights }],
  updateToken: [{ ...tokenRights, paused: false }],
};

const letters = (size: number) =>
  Array.from({ length: size }, (_, index) => String.fromCodePoint(0x4e00 + (index % 20_000))).join('');
/** Marks the place of `nested` in a body. JSON.stringify can't write values that are nested so deeply. */
const nestedHere = 'nested here';
const nested = (size: number) => '['.repeat(size / 2) + ']'.repeat(size / 2);

/** Texts of a given size that are expensive to normalise, split, match or parse. */
export const texts: Record<string, (size: number) => string> = {
  marks: (size) => `a${'\u0301'.repeat(size / 2)}${'\u0316'.repeat(size / 2)}`,
  'marks in turn': (size) => '\u0301\u0316'.repeat(size / 2),
  'marks on a kana': (size) => `か${'\u0301'.repeat(size / 2)}${'\u3099'.repeat(size / 2)}`,
  'half-width marks': (size) => `a${'\u0301'.repeat(size / 2)}${'\uff9e'.repeat(size / 2)}`,
  'one word': (size) => 'x'.repeat(size),
  words: (size) => Array.from({ length: size / 6 }, (_, index) => index.toString(36).padStart(5, 'y')).join(' '),
  'white space': (size) => ' '.repeat(size),
  'white space within': (size) => `a${' '.repeat(size)}b`,
  Chinese: letters,
  Thai: (size) => 'กา'.repeat(size / 2),
  emoji: (size) => '\u{1f468}\u200d'.repeat(size / 3),
  contractions: (size) => "n't’s".repeat(size / 5),
  expanding: (size) => '\ufdfa'.repeat(size),
  'an address': (size) => `https://${letters(size)}/`,
  'a moment': (size) => `2020-01-01T00:00:00.${'0'.repeat(size)}Z`,
  'lone surrogates': (size) => '\ud800'.repeat(size),
  percent: (size) => '%'.repeat(size),
};

const structures: Record<string, (size: number) => unknown> = {
  'a list of texts': (size) => Array(Math.ceil(size / 8)).fill('good'),
  'a list of different texts': (size) => Array.from({ length: size / 8 }, (_, index) => index.toString(36)),
  'a list of numbers': (size) => Array(Math.ceil(size / 2)).fill(1),
  'a list of marks': (size) => Array.from({ length: 8 }, () => texts['marks']!(size / 8)),
  'many keys': (size) => Object.fromEntries(Array.from({ length: size / 8 }, (_, index) => [`k${index}`, 1])),
};

/** Yields `value`, and copies of a valid body. Each copy has `value` in place of one part or as an extra field. */
function* variantsOf(good: unknown, value: unknown): Generator {
  yield value;
  if (Array.isArray(good)) for (const one of variantsOf(good[0], value)) yield [one];
  else if (typeof good === 'object' && good !== null) {
    for (const [key, part] of Object.entries(good))
      for (const one of variantsOf(part, value)) yield { ...good, [key]: one };
    yield { ...good, unknown: value };
  }
}

export interface Attack {
  path: string;
  body?: string | undefined;
  headers?: Record<string, string>;
}

export function requestOf(name: OperationName, { path, body, headers }: Attack): Request {
  const { method } = operations[name];
  return new Request(`http://test.invalid${versionPrefix}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method !== 'GET' && body !== undefined && { body }),
  });
}

const ascii = (text: string) => text.replace(/[^ -~]/g, 'x').trim();

const bodiesOf = (name: OperationName): readonly object[] =>
  (bodies as Partial<Record<OperationName, readonly object[]>>)[name] ?? [];

export function validRequests(name: OperationName): Attack[] {
  const { path: pattern } = operations[name];
  const path = pattern.replace(':id', pathIdOf(name, pattern));
  const good = bodiesOf(name);
  return good.length === 0 ? [{ path }] : good.map((body) => ({ path, body: JSON.stringify(body) }));
}

/**
 * Valid requests of an operation, each with one hostile part of about `size` characters. The key says what the hostile
 * part is.
 */
export function attacks(name: OperationName, size: number): Map<string, Attack[]> {
  const { path } = operations[name];
  const good = bodiesOf(name);
  const { path: plain, body } = validRequests(name)[0]!;
  const parameters = [...Object.keys(schemas[name].query.shape), 'unknown'];
  const inBody = (value: unknown) =>
    good.flatMap((one) => [...variantsOf(one, value)]).map((one) => ({ path: plain, body: JSON.stringify(one) }));
  const inAddress = (text: string): Attack[] => [
    ...(path.includes(':id') ? [{ path: path.replace(':id', encodeURIComponent(text)), body }] : []),
    ...parameters.map((parameter) => ({ path: `${plain}?${parameter}=${encodeURIComponent(text)}`, body })),
  ];
  const inHeaders = (text: string) =>
    ['authorization', 'if-match', 'idempotency-key', 'content-type'].map((header): Attack => ({
      path: plain,
      body,
      headers: { [header]: text },
    }));
  const made = Object.values(texts).map((make) => make(size));
  const all: [string, Attack[]][] = [
    ['texts in the body', made.flatMap(inBody)],
    ['texts in the address', made.flatMap((text) => inAddress(text.toWellFormed()))],
    ['texts in headers', made.flatMap((text) => inHeaders(ascii(text)))],
    ...Object.entries(structures).map(([what, make]): [string, Attack[]] => [what, inBody(make(size))]),
    [
      'nested',
      inBody(nestedHere).map(({ path, body }) => ({
        path,
        body: body.replace(JSON.stringify(nestedHere), nested(size)),
      })),
    ],
    [
      'headers',
      [
        ...inHeaders(`Bearer ${' '.repeat(size)}${'x'.repeat(size)} x`),
        ...inHeaders('"1",'.repeat(size / 4)),
        ...inHeaders(`application/${'x.'.repeat(size / 2)}`),
      ],
    ],
    [
      'a parameter repeated',
      parameters.map((parameter) => ({ path: `${plain}?${`${parameter}=x&`.repeat(size / 8)}`, body })),
    ],
    [
      'many parameters',
      [{ path: `${plain}?${Array.from({ length: size / 8 }, (_, index) => `p${index}=1`).join('&')}`, body }],
    ],
  ];
  return new Map(all.filter(([, requests]) => requests.length > 0));
}
