import type { OperationName } from '../../src/v1/operations.ts';
import {
  type BadBody,
  badCaptures,
  badFilters,
  badLikes,
  badNames,
  badOrigins,
  badRates,
  badScopes,
  nestedLists,
  eachBadField,
  goodMemory,
  badMemoryFields,
  notNull,
  notObjects,
  goodSearch,
  eachUnknownKey,
  unknownKeys,
  pastTime,
  goodToken,
} from './fields.ts';
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

const importedId = 'mem_00000000000000000000000000';
const importedCollection = {
  id: 'col_00000000000000000000000000',
  name: 'good',
  createdAt: pastTime,
  updatedAt: pastTime,
};
const importOf = (fields: object) => ({
  memories: [
    Object.fromEntries(
      Object.entries({ id: importedId, content: 'good', createdAt: pastTime, ...fields }).filter(
        ([, value]) => value !== undefined,
      ),
    ),
  ],
});
/** Valid rows. They are sent as a dry run, so that a server that wrongly accepts too many stores nothing. */
const importedMemories = (count: number) =>
  Array.from({ length: count }, (_, row) => ({
    id: `mem_${String(row).padStart(26, '0')}`,
    content: 'good',
    createdAt: pastTime,
  }));
const importedCollections = (count: number) =>
  Array.from({ length: count }, (_, row) => ({
    ...importedCollection,
    id: `col_${String(row).padStart(26, '0')}`,
    name: `good ${row}`,
  }));
const requiredOfImported = new Set(['id', 'content', 'createdAt']);
const badImported: Record<string, Bad[]> = {
  id: [missing, ...wrongTypes('text'), ['empty', ''], ['the id of a collection', 'col_00000000000000000000000000']],
  content: [missing, ...badContent(65_536)],
  source: badTexts(512),
  tags: badTags,
  collection: [...wrongTypes('text'), ['a name', 'House']],
  url: [...wrongTypes('text'), ...badUrls],
  title: [...badTexts(512), ...blank],
  capture: badCaptures,
  version: badIntegers(1, 1_000_000_000),
  createdAt: [missing, ...badTimes],
  updatedAt: badTimes,
  deletedAt: badTimes,
  origin: badOrigins,
  later: wrongTypes('boolean'),
};

const batchRequest = { method: 'POST', path: '/v1/memories', body: { content: 'good' } };
const badBatchRequests: Record<string, Bad[]> = {
  method: [missing, ...wrongTypes('text'), ['GET', 'GET'], ['in lower case', 'post']],
  path: [
    missing,
    ...badTexts(1_024),
    ['a path of another API', '/v2/memories'],
    ['an absolute URL', 'https://example.org/v1/memories'],
  ],
  idempotencyKey: [...badTexts(255), ['not ASCII', 'schlüssel'], ['two lines', 'a\nb']],
  ifMatch: [...badTexts(255), ['two lines', 'a\nb']],
  body: wrongTypes('object'),
};

export const badBodies: Partial<Record<OperationName, BadBody[]>> = {
  createMemory: [
    ...eachBadField(goodMemory, {
      content: [missing, ...badContent(65_536)],
      ...badMemoryFields({ nullable: false }),
      capture: badCaptures,
      createdAt: badTimes,
      origin: badOrigins,
    }),
    ...eachUnknownKey(goodMemory, [...unknownKeys, 'source', 'version', 'updatedAt', 'deletedAt']),
    ['content: nested 2,000 deep', { content: nestedLists(2_000) }],
    ...notObjects,
  ],
  updateMemory: [
    ...eachBadField(
      {},
      {
        content: badContent(65_536),
        ...badMemoryFields({ nullable: true }),
        capture: [['no kind', {}], ...wrongTypes('object', { nullable: true })],
      },
    ),
    ...eachBadField({ title: 'good' }, { content: badContent(65_536) }),
    ...eachUnknownKey({ title: 'good' }, [
      ...unknownKeys,
      'source',
      'version',
      'createdAt',
      'updatedAt',
      'deletedAt',
      'origin',
    ]),
    ['no field', {}],
    ['title: nested 2,000 deep', { title: nestedLists(2_000) }],
    ...notObjects,
  ],
  searchMemories: [
    ...eachBadField(goodSearch, {
      query: [missing, ...badTexts(1_024), manyMarks],
      mode: [...wrongTypes('text'), ['unknown', 'fuzzy'], ['empty', ''], ['another spelling', 'Keyword']],
      limit: badIntegers(1, 100),
      filters: badFilters,
    }),
    ...eachBadField({}, { like: badLikes }),
    ...eachUnknownKey(goodSearch, [...unknownKeys, 'cursor']),
    ['both query and like', { query: 'x', like: { text: 'x' } }],
    ['filters: nested 2,000 deep', { ...goodSearch, filters: { tags: nestedLists(2_000) } }],
    ...notObjects,
  ],
  createCollection: [
    ...eachBadField({}, { name: badNames }),
    ...eachUnknownKey({ name: 'good' }, [...unknownKeys, 'memoryCount']),
    ...notObjects,
  ],
  updateCollection: [...eachBadField({}, { name: badNames }), ...eachUnknownKey({ name: 'good' }), ...notObjects],
  createToken: [
    ...eachBadField(goodToken, {
      name: badNames,
      scopes: [missing, ...badScopes],
      ownOnly: wrongTypes('boolean'),
      collections: [...badLists([...badTexts(128), ...blank], 'good'), ['an empty list', []]],
      expiresAt: [...badTimes, ['in the past', pastTime]],
      rateLimit: badRates,
    }),
    ...eachUnknownKey(goodToken, [...unknownKeys, 'origin', 'token', 'secret', 'paused']),
    ...notObjects,
  ],
  restoreMemory: eachUnknownKey({}, ['unknown', 'collection']),
  deleteMemory: eachUnknownKey({}, ['unknown', 'permanent']),
  deleteCollection: eachUnknownKey({}, ['unknown']),
  updateToken: [
    ...eachBadField(
      { paused: true },
      {
        scopes: badScopes,
        collections: [...badLists([...badTexts(128), ...blank], 'good').filter(notNull), ['an empty list', []]],
        expiresAt: [...badTimes.filter(notNull), ['in the past', pastTime]],
        rateLimit: badRates,
        ownOnly: wrongTypes('boolean'),
        paused: wrongTypes('boolean'),
      },
    ),
    ...eachUnknownKey({ paused: true }, [...unknownKeys, 'name', 'origin', 'token', 'secret', 'createdAt']),
    ['no field', {}],
    ...notObjects,
  ],
  importMemories: [
    ...eachBadField(importOf({}), {
      memories: [missing, ...wrongTypes('list'), ['a list of texts', ['x']]],
      collections: [...wrongTypes('list'), ['a list of texts', ['x']]],
      dryRun: wrongTypes('boolean'),
    }),
    ...Object.entries(badImported).flatMap(([field, values]) =>
      values
        .filter((bad) => notNull(bad) || requiredOfImported.has(field))
        .map(([why, value]): BadBody => [`memories.0.${field}: ${why}`, importOf({ [field]: value })]),
    ),
    ['501 memories', { memories: importedMemories(501), dryRun: true }],
    ['501 collections', { memories: [], collections: importedCollections(501), dryRun: true }],
    ...eachUnknownKey(importOf({}), [...unknownKeys, 'users']),
    ['an unknown key of a memory', importOf({ deleted: true })],
    ['a collection without a name', { ...importOf({}), collections: [{ ...importedCollection, name: ' ' }] }],
    ['a collection with a malformed id', { ...importOf({}), collections: [{ ...importedCollection, id: 'col_1' }] }],
    ['memories: nested 2,000 deep', { memories: nestedLists(2_000) }],
    ...notObjects,
  ],
  undoImport: [
    ...eachBadField(
      { memories: [{ id: importedId, version: 1 }] },
      {
        memories: [
          missing,
          ...wrongTypes('list'),
          ['an empty list', []],
          ['501 memories', Array.from({ length: 501 }, () => ({ id: importedId, version: 1 }))],
          ['no version', [{ id: importedId }]],
          ['version 0', [{ id: importedId, version: 0 }]],
          ['a bad id', [{ id: 'x', version: 1 }]],
        ],
      },
    ),
    ...eachUnknownKey({ memories: [{ id: importedId, version: 1 }] }),
    ...notObjects,
  ],
  batch: [
    ...eachBadField(
      { requests: [batchRequest] },
      { requests: [missing, ...wrongTypes('list'), ['an empty list', []], ['a list of texts', ['x']]] },
    ),
    ['101 requests', { requests: Array.from({ length: 101 }, () => batchRequest) }],
    ...Object.entries(badBatchRequests).flatMap(([field, values]) =>
      values.map(([why, value]): BadBody => [
        `requests.1.${field}: ${why}`,
        { requests: [batchRequest, { ...batchRequest, [field]: value }] },
      ]),
    ),
    ['an unknown key of a request', { requests: [{ ...batchRequest, headers: {} }] }],
    ...eachUnknownKey({ requests: [batchRequest] }),
    ...notObjects,
  ],
  createTokenSecret: eachUnknownKey({}, ['unknown', 'token']),
  revokeToken: eachUnknownKey({}, ['unknown']),
};

export const notJson = [
  '{',
  '',
  ' ',
  '{"content":"x"',
  "{'content':'x'}",
  '{"content":"x",}',
  '{content:"x"}',
  '{"content":"x"}}',
  '{"content":undefined}',
  '{"limit":NaN,"content":"x"}',
  '{"content":"\\ud8"}',
  '{"content":"a\nb"}',
  '\u0000',
  'content=x',
  '<content/>',
];
