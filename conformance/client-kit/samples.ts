import { headers } from '../../src/v1/headers.ts';
import { extensionNames, operations, versionPrefix, type OperationName } from '../../src/v1/operations.ts';
import { scopeNames } from '../../src/v1/scopes.ts';
import { batchSample } from './batch-sample.ts';
import { bearer, type ExpectedRequest, type GivenResponse, type KitCall } from './kit.ts';

export const extensionsHeader = headers.extensions.toLowerCase();

/** The headers of a server that offers every extension, except `name` if given. */
export const offersAllBut = (name?: string) => ({
  [extensionsHeader]: ['v=1', ...extensionNames.filter((one) => one !== name)].join(', '),
});

export const offersAll = offersAllBut();

const [memoryId, collectionId, tokenId] = ['mem', 'col', 'tok'].map((kind) => `${kind}_01jzzzzzzzzzzzzzzzzzzzzzzz`) as [
  string,
  string,
  string,
];
const createdAt = '2026-11-22T08:30:00.000Z';
const updatedAt = '2026-11-22T09:00:00.125Z';

export const memory = {
  id: memoryId,
  content: 'Room twelve, Lisbon — ask for the back. 🛏',
  source: 'api:kit',
  tags: ['hotel', 'Portugal'],
  collection: collectionId,
  url: 'https://example.org/rooms?floor=2',
  title: 'Rooms',
  capture: {
    kind: 'pdf',
    author: 'Anna',
    siteName: 'Hotel',
    publishedAt: '2026-05-01T00:00:00.000Z',
    language: 'pt-PT',
    image: 'https://example.org/room.png',
    quote: { prefix: 'in ', suffix: ' ask' },
    page: 12,
  },
  version: 3,
  createdAt,
  updatedAt,
};
const collection = { id: collectionId, name: 'Travel', createdAt, updatedAt, memoryCount: 2 };
const rateLimit = { requests: 60, seconds: 30 };
const token = {
  id: tokenId,
  name: 'notebook',
  scopes: ['memories:read'],
  collections: null,
  origin: null,
  ownOnly: false,
  paused: false,
  rateLimit,
  createdAt,
  expiresAt: null,
  lastUsedAt: updatedAt,
};
const filters = {
  source: 'popup',
  url: 'https://example.org/',
  tag: ['hotel', 'two words'],
  createdAfter: '2026-01-01T00:00:00.000Z',
  createdBefore: '2026-12-31T00:00:00.000Z',
  site: 'example.org',
  phrases: ['quiet room', 'back'],
  not: ['street'],
  deleted: true,
};
const origin = { source: 'elsewhere', createdAt };

/** All arguments that a call can have, and the body of the server's response. */
type Sample = Pick<KitCall, 'id' | 'query' | 'body' | 'ifVersion' | 'idempotencyKey' | 'writes'> & { answer?: unknown };

export const samples: Record<OperationName, Sample> = {
  listMemories: {
    query: { limit: 50, cursor: 'abc/+=', collection: 'Travel', ...filters },
    answer: {
      memories: [{ ...memory, deletedAt: updatedAt, untrusted: { reasons: ['addresses-model'] } }],
      nextCursor: null,
    },
  },
  createMemory: {
    body: {
      content: memory.content,
      tags: memory.tags,
      collection: 'Travel',
      url: memory.url,
      title: memory.title,
      capture: memory.capture,
      createdAt,
      origin,
    },
    idempotencyKey: 'my-key',
    answer: { ...memory, origin },
  },
  searchMemories: {
    body: {
      query: 'quiet hotel',
      mode: 'hybrid',
      limit: 5,
      filters: {
        collection: 'Travel',
        tags: ['hotel'],
        source: 'popup',
        createdAfter: filters.createdAfter,
        createdBefore: filters.createdBefore,
        site: filters.site,
        phrases: filters.phrases,
        not: filters.not,
      },
    },
    answer: {
      memories: [
        {
          ...memory,
          deletedAt: updatedAt,
          origin,
          untrusted: { reasons: ['addresses-model'] },
          score: 0.75,
          match: { keyword: 0.5, semantic: null, words: ['hotel'], certain: true, passage: { start: 0, end: 11 } },
        },
      ],
      mode: 'hybrid',
      coverage: 1,
    },
  },
  readMemory: { id: memoryId, answer: memory },
  updateMemory: {
    id: memoryId,
    body: { content: 'Room nine', tags: [], collection: null, url: null, title: null, capture: null },
    ifVersion: 3,
    answer: {
      ...memory,
      content: 'Room nine',
      tags: [],
      collection: null,
      url: null,
      title: null,
      capture: null,
      version: 4,
    },
  },
  deleteMemory: { id: memoryId, query: { permanent: true }, ifVersion: 3 },
  restoreMemory: { id: memoryId, idempotencyKey: 'my-key', answer: memory },
  importMemories: {
    body: {
      memories: [{ ...memory, deletedAt: updatedAt, origin, later: true }],
      collections: [{ id: collectionId, name: 'Travel', createdAt, updatedAt }],
      dryRun: true,
    },
    idempotencyKey: 'my-key',
    answer: {
      memories: [{ id: memoryId, outcome: 'conflict', reason: 'the stored one has the same version but differs' }],
      collections: [{ id: collectionId, outcome: 'unchanged' }],
    },
  },
  undoImport: {
    body: { memories: [{ id: memoryId, version: 3 }] },
    idempotencyKey: 'my-key',
    answer: { memories: [{ id: memoryId, outcome: 'erased' }] },
  },
  listCollections: { query: { limit: 100, cursor: 'abc' }, answer: { collections: [collection], nextCursor: null } },
  createCollection: { body: { name: 'Travel' }, idempotencyKey: 'my-key', answer: collection },
  updateCollection: { id: collectionId, body: { name: 'Journeys' }, answer: { ...collection, name: 'Journeys' } },
  deleteCollection: { id: collectionId },
  listCollectionMemories: {
    id: collectionId,
    query: { limit: 1, cursor: 'abc', ...filters, deleted: false },
    answer: { memories: [memory], nextCursor: null },
  },
  listTags: {
    query: { limit: 10, cursor: 'abc', prefix: 'Ho' },
    answer: { tags: [{ tag: 'hotel', memoryCount: 2 }], nextCursor: null },
  },
  listChanges: {
    query: { limit: 100, since: 'abc' },
    answer: { memories: [memory], erased: [memoryId], collections: [collection], since: 'abd', more: false },
  },
  readDigest: {
    query: { after: memoryId, through: memoryId, parts: 1 },
    answer: {
      count: 1,
      fingerprint: '00112233445566778899aabbccddeeff',
      ranges: [{ through: memoryId, count: 1, fingerprint: '00112233445566778899aabbccddeeff' }],
    },
  },
  readUsage: {
    answer: {
      plan: 'free',
      memories: { used: 12, limit: 200 },
      transactionsToday: { used: 3, limit: null },
      rateLimit: { limit: 120, remaining: 119, reset: 1_800_000_060 },
    },
  },
  batch: batchSample(memory),
  listTokens: {
    query: { limit: 10, cursor: 'abc', origin: 'https://example.org' },
    answer: { tokens: [token], nextCursor: null },
  },
  createToken: {
    body: {
      name: 'notebook',
      scopes: [...scopeNames],
      collections: ['Travel'],
      expiresAt: '2027-01-01T00:00:00.000Z',
      rateLimit,
      ownOnly: true,
    },
    idempotencyKey: 'my-key',
    answer: { ...token, scopes: [...scopeNames], collections: [collectionId], expiresAt: createdAt, token: 'cpk_new' },
  },
  revokeToken: { id: tokenId },
  updateToken: {
    id: tokenId,
    body: {
      scopes: ['memories:read'],
      collections: null,
      expiresAt: null,
      rateLimit,
      ownOnly: false,
      paused: true,
    },
    answer: { ...token, paused: true },
  },
  createTokenSecret: { id: tokenId, idempotencyKey: 'my-key', answer: { ...token, token: 'cpk_second' } },
};

export function requestOf(operation: OperationName, given: Sample): ExpectedRequest {
  const { method, path } = operations[operation];
  const query = Object.entries(given.query ?? {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  );
  return {
    method,
    path: versionPrefix + path.replace(':id', given.id ?? ''),
    ...(query.length > 0 && { query }),
    headers: {
      ...bearer,
      'content-type': given.body === undefined ? null : 'application/json',
      ...(given.ifVersion !== undefined && { 'if-match': `"${given.ifVersion}"` }),
      ...(given.idempotencyKey !== undefined && { 'idempotency-key': given.idempotencyKey }),
    },
    ...(given.body !== undefined && { body: given.body }),
  };
}

export function successOf(operation: OperationName, offers: Record<string, string> = offersAll): GivenResponse {
  const { answer } = samples[operation];
  return { status: operations[operation].status, headers: offers, ...(answer !== undefined && { body: answer }) };
}

/**
 * The client learns what the server offers from the response of this call. `offers`: the headers that list the
 * extensions. A plain server has none.
 */
export function firstCall(offers: Record<string, string> = offersAll): KitCall {
  return {
    operation: 'readMemory',
    id: memory.id,
    steps: [{ request: requestOf('readMemory', { id: memory.id }), response: successOf('readMemory', offers) }],
    result: memory,
  };
}

export function sampleCall(operation: OperationName): KitCall {
  const { answer, ...given } = samples[operation];
  return {
    operation,
    ...given,
    steps: [{ request: requestOf(operation, given), response: successOf(operation) }],
    ...(answer !== undefined && { result: answer }),
  };
}

/** A client sends this GET to learn what the server offers, if no response has shown it yet. */
export const offersRequest: Pick<ExpectedRequest, 'method' | 'path' | 'query'> = {
  method: 'GET',
  path: `${versionPrefix}/memories`,
  query: [['limit', '1']],
};
