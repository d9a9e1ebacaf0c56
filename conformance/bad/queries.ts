import type { OperationName } from '../../src/v1/operations.ts';

type Queries = readonly string[];

const unknown = [
  'unknown=1',
  'Limit=1',
  'limit[]=1',
  '__proto__=1',
  'constructor=x',
  'toString=',
  '=1',
  'token=x',
  'access_token=x',
];

const paging = [
  ...[
    '0',
    '101',
    '-1',
    '1.5',
    'ten',
    '',
    '%20',
    '1e1',
    '0x10',
    '%2B5',
    'NaN',
    'Infinity',
    'null',
    '99999999999999999999',
    '1%00',
  ].map((limit) => `limit=${limit}`),
  'limit=1&limit=2',
  'cursor=',
  'cursor=x&cursor=y',
];

const long = (characters: number) => 'x'.repeat(characters);

const manyMarks = `a${'%CC%81'.repeat(31)}`;

const filters = [
  ...['', '%20', long(65), 'a%00b', manyMarks].map((tag) => `tag=${tag}`),
  'tag=good&tag=',
  Array.from({ length: 33 }, (_, index) => `tag=t${index}`).join('&'),
  ...['', long(513), 'a%00b'].map((source) => `source=${source}`),
  'source=a&source=b',
  ...['', long(2_049)].map((url) => `url=${url}`),
  ...['createdAfter', 'createdBefore'].flatMap((name) =>
    ['', 'yesterday', '2020', '2020-01-01', '2020-01-01T00:00:00', '2020-02-30T00:00:00Z'].map(
      (time) => `${name}=${time}`,
    ),
  ),
  ...['', 'exa%20mple.org', 'https://example.org', 'a%00b', long(254)].map((site) => `site=${site}`),
  'site=a&site=b',
  ...['phrases', 'not'].flatMap((name) =>
    ['', '%20', '!', 'a%00b', manyMarks, long(129)].map((phrase) => `${name}=${phrase}`),
  ),
  Array.from({ length: 9 }, (_, index) => `phrases=p${index}`).join('&'),
  ...['', '1', '0', 'yes', 'TRUE', 'True', 'null'].map((flag) => `deleted=${flag}`),
  'deleted=true&deleted=false',
];

const references = [
  'collection=',
  'collection=%20',
  `collection=${long(129)}`,
  'collection=a%00b',
  `collection=${manyMarks}`,
  'collection=a&collection=b',
];

/** Query strings that an operation must refuse with 400. */
export const badQueries: Record<OperationName, Queries> = {
  listMemories: [...unknown, ...paging, ...filters, ...references, 'permanent=true', 'tags=x', 'prefix=x'],
  createMemory: [...unknown, 'content=x', 'limit=1'],
  searchMemories: [...unknown, 'query=x', 'limit=1'],
  readMemory: [...unknown, 'deleted=true'],
  updateMemory: [...unknown, 'title=x'],
  deleteMemory: [
    ...unknown,
    'permanent=',
    'permanent=1',
    'permanent=yes',
    'permanent=TRUE',
    'permanent=true&permanent=true',
    'deleted=true',
  ],
  restoreMemory: [...unknown, 'permanent=true'],
  importMemories: [...unknown, 'dryRun=true', 'limit=1'],
  undoImport: [...unknown, 'limit=1'],
  listCollections: [...unknown, ...paging, 'prefix=x', 'name=x'],
  createCollection: [...unknown, 'name=x'],
  updateCollection: [...unknown, 'name=x'],
  deleteCollection: [...unknown, 'permanent=true'],
  listCollectionMemories: [...unknown, ...paging, ...filters, 'collection=x'],
  listTags: [
    ...unknown,
    ...paging,
    `prefix=${long(65)}`,
    `prefix=${manyMarks}`,
    'prefix=a%00b',
    'prefix=a&prefix=b',
    'tag=x',
  ],
  listChanges: [...unknown, 'limit=0', 'limit=101', 'since=', 'since=a&since=b', 'cursor=x', 'tag=x'],
  readDigest: [...unknown, 'parts=0', 'parts=65', 'after=', 'through=', `through=${long(129)}`, 'limit=1'],
  readUsage: [...unknown, 'limit=1'],
  batch: [...unknown, 'limit=1'],
  listTokens: [...unknown, ...paging, 'name=x'],
  createToken: [...unknown, 'name=x'],
  updateToken: [...unknown, 'paused=true'],
  createTokenSecret: [...unknown, 'limit=1'],
  revokeToken: [...unknown, 'permanent=true'],
};
