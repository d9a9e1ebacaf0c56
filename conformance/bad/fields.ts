import {
  badContent,
  badIntegers,
  badLists,
  badTags,
  badTexts,
  badTimes,
  badUrls,
  blank,
  manyMarks,
  missing,
  wrongTypes,
  type Bad,
} from './values.ts';

export type BadBody = readonly [why: string, body: unknown];

export function eachBadField(good: object, fields: Record<string, Bad[]>): BadBody[] {
  return Object.entries(fields).flatMap(([field, values]) =>
    values.map(([why, value]): BadBody => [`${field}: ${why}`, withField(good, field, value)]),
  );
}

function withField(good: object, field: string, value: unknown): object {
  return Object.fromEntries(Object.entries({ ...good, [field]: value }).filter(([, item]) => item !== undefined));
}

/** Uses JSON.parse, which makes `__proto__` an own property. */
const withKey = (good: object, key: string): object =>
  JSON.parse(
    `${JSON.stringify(good).slice(0, -1)}${Object.keys(good).length > 0 ? ',' : ''}${JSON.stringify(key)}:{"polluted":true}}`,
  ) as object;

export const unknownKeys = [
  'unknown',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  'id',
  'Content',
  'content ',
  'content\u0000',
];

export function eachUnknownKey(good: object, keys = unknownKeys): BadBody[] {
  return keys.map((key): BadBody => [`the key ${JSON.stringify(key)}`, withKey(good, key)]);
}

export const notObjects: BadBody[] = [...wrongTypes('object'), ['an empty list', []], ['a list of bodies', [{}]]];

export const nestedLists = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

export const goodMemory = { content: 'good' };
export const goodSearch = { query: 'good' };
export const goodToken = { name: 'good', scopes: ['memories:read'] };
export const pastTime = '2020-01-01T00:00:00.000Z';

export const badNames: Bad[] = [missing, ...badTexts(128), ...blank, manyMarks];
/** Values that can be neither the name nor the id of a collection. */
const badReferences = ({ nullable = false } = {}): Bad[] => [...badTexts(128, { nullable }), ...blank, manyMarks];
export const notNull = ([, value]: Bad) => value !== null;
export const badScopes: Bad[] = [
  ...badLists([...wrongTypes('text'), ['an unknown scope', 'memories:all'], ['an empty text', '']], 'memories:read'),
  ['an empty list', []],
];
export const badRates: Bad[] = [
  ...wrongTypes('object'),
  ...[
    {},
    { requests: 1 },
    { seconds: 1 },
    { requests: 0, seconds: 1 },
    { requests: 1, seconds: 0 },
    { requests: 1.5, seconds: 1 },
    { requests: '1', seconds: 1 },
    { requests: -1, seconds: 1 },
    { requests: 1, seconds: 1, more: 1 },
  ].map((rate): Bad => [JSON.stringify(rate), rate]),
];
export const badOrigins: Bad[] = [
  ...wrongTypes('object'),
  ...[
    {},
    { source: 'x' },
    { createdAt: pastTime },
    { source: '', createdAt: pastTime },
    { source: 7, createdAt: pastTime },
    { source: 'x', createdAt: 'x' },
    { source: 'x', createdAt: pastTime, more: 1 },
  ].map((origin): Bad => [JSON.stringify(origin), origin]),
];
const tooLong = (characters: number): Bad => ['one character too long', 'x'.repeat(characters + 1)];
export const badCaptures: Bad[] = [
  ...wrongTypes('object'),
  ...eachBadField(
    { kind: 'page' },
    {
      kind: [missing, ...wrongTypes('text'), ['unknown', 'video'], ['another spelling', 'Page']],
      author: badTexts(256),
      siteName: [...blank, tooLong(256)],
      publishedAt: badTimes,
      language: [...blank, tooLong(64)],
      image: [...wrongTypes('text'), ...badUrls],
      quote: [
        ...wrongTypes('object'),
        ['no suffix', { prefix: 'x' }],
        ['too long', { prefix: 'x'.repeat(129), suffix: '' }],
      ],
      page: badIntegers(1, 1_000_000),
    },
  ),
  ...eachUnknownKey({ kind: 'page' }, ['unknown', '__proto__', 'url']),
  [
    'over 4,096 bytes',
    {
      kind: 'page',
      image: `https://example.org/${'x'.repeat(2_000)}`,
      author: '😀'.repeat(256),
      siteName: '😀'.repeat(256),
    },
  ],
];
const badSites: Bad[] = [
  ...badTexts(253),
  ...['exa mple.org', 'https://example.org', 'example.org/x', 'example.org:1', 'a@example.org', '?', '%'].map(
    (site): Bad => [`the host "${site}"`, site],
  ),
];
const badPhrases: Bad[] = [
  ...badLists([...badTexts(128), ...blank, manyMarks, ['no word', '?!']], 'good'),
  ['one too many', Array.from({ length: 9 }, (_, index) => `phrase ${index}`)],
];
export const badFilters: Bad[] = [
  ...wrongTypes('object'),
  ...eachBadField(
    {},
    {
      collection: badReferences(),
      tags: badTags,
      source: badTexts(512),
      createdAfter: badTimes,
      createdBefore: badTimes,
      site: badSites,
      phrases: badPhrases,
      not: badPhrases,
    },
  ),
  ...eachUnknownKey({}),
];
export const badLikes: Bad[] = [
  ...wrongTypes('object'),
  ...eachBadField({}, { text: badContent(65_536), memoryId: [...wrongTypes('text'), ['empty', '']] }),
  ...[{}, { text: 'x', memoryId: 'mem_x' }, { text: 'x', more: 1 }].map((like): Bad => [JSON.stringify(like), like]),
];
export const badMemoryFields = ({ nullable }: { nullable: boolean }): Record<string, Bad[]> => ({
  tags: badTags,
  collection: badReferences({ nullable }),
  url: [...wrongTypes('text', { nullable }), ...badUrls],
  title: [...badTexts(512, { nullable }), ...blank],
});
