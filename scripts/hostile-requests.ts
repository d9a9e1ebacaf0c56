import { operations, type OperationName } from '../src/v1/operations.ts';
import { schemas } from '../src/v1/schemas/operations.ts';

const time = '2020-01-01T00:00:00.000Z';

/** Valid bodies of operations, with all or most fields. `good` stands for any valid text. */
const bodies: Partial<Record<OperationName, object>> = {
  createMemory: {
    content: 'good',
    tags: ['good'],
    collection: 'good',
    url: 'https://example.org/',
    title: 'good',
    capture: {
      kind: 'page',
      author: 'good',
      publishedAt: time,
      image: 'https://example.org/',
      quote: { prefix: 'good', suffix: 'good' },
    },
    createdAt: time,
    origin: { source: 'good', createdAt: time },
  },
  updateMemory: { content: 'good', tags: ['good'], collection: 'good', url: 'https://example.org/', title: 'good' },
  searchMemories: {
    query: 'good',
    mode: 'hybrid',
    limit: 10,
    filters: {
      collection: 'good',
      tags: ['good'],
      source: 'good',
      createdAfter: time,
      createdBefore: time,
      site: 'good',
      phrases: ['good'],
      not: ['good'],
    },
    like: { text: 'good', memoryId: 'good' },
  },
  createCollection: { name: 'good' },
  updateCollection: { name: 'good' },
  createToken: {
    name: 'good',
    scopes: ['memories:read'],
    collections: ['good'],
    expiresAt: '2100-01-01T00:00:00.000Z',
    rateLimit: { requests: 1, seconds: 1 },
  },
};

const letters = (size: number) =>
  Array.from({ length: size }, (_, index) => String.fromCodePoint(0x4e00 + (index % 20_000))).join('');
/** A value nested as deeply as JSON.stringify can write. */
const nested = (size: number): unknown =>
  JSON.parse('['.repeat(Math.min(size / 8, 3_000)) + ']'.repeat(Math.min(size / 8, 3_000)));

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
  nested,
};

/** Yields `value`, and copies of a valid body, each with a different part replaced by `value` or with `value` as an extra field. */
function* variantsOf(good: unknown, value: unknown): Generator {
  yield value;
  if (Array.isArray(good)) for (const one of variantsOf(good[0], value)) yield [one];
  else if (typeof good === 'object' && good !== null) {
    for (const [key, part] of Object.entries(good))
      for (const one of variantsOf(part, value)) yield { ...good, [key]: one };
    yield { ...good, unknown: value };
  }
}

/** A request that may be expensive for the service. */
export interface Attack {
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

const ascii = (text: string) => text.replace(/[^ -~]/g, 'x').trim();

/** Requests of an operation with one part as large as `size`, grouped by the kind of part. */
export function attacks(name: OperationName, size: number): Map<string, Attack[]> {
  const { path } = operations[name];
  const good = bodies[name];
  const body = JSON.stringify(good);
  const plain = path.replace(':id', 'good');
  const parameters = [...Object.keys(schemas[name].query.shape), 'unknown'];
  const inBody = (value: unknown) =>
    good === undefined
      ? []
      : Array.from(variantsOf(good, value), (one): Attack => ({ path: plain, body: JSON.stringify(one) }));
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
