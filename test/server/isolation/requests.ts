import type { OperationName } from '../../../src/v1/operations.ts';
import { keyed, type Belongings } from './belongings.ts';

export type Request = [method: string, path: string, body?: unknown, headers?: Record<string, string>];

const made = (of: Belongings): Record<string, Request> =>
  Object.fromEntries(
    keyed(of.idempotencyKey).map(([path, body]) => [
      path,
      ['POST', path, body, { 'idempotency-key': of.idempotencyKey }],
    ]),
  );

const importedInto = (collection: string | null) => ({
  id: 'mem_00000000000000000000000002',
  content: 'mine',
  createdAt: '2020-01-01T00:00:00.000Z',
  collection,
});

/** Each operation's requests, one for every way to refer to a user's data. */
export const requests: Record<OperationName, (of: Belongings) => Request[]> = {
  listMemories: (of) => [
    ['GET', `/memories?collection=${of.collection}`],
    ['GET', `/memories?collection=${encodeURIComponent(of.collectionName)}`],
    ['GET', `/memories?tag=${of.tag}`],
    ['GET', `/memories?tag=${of.tag}&deleted=true`],
    ['GET', `/memories?url=${encodeURIComponent(of.url)}`],
    ['GET', `/memories?source=${encodeURIComponent(of.source)}`],
    ['GET', `/memories?tag=${of.tag}&source=${encodeURIComponent(of.source)}`],
    ['GET', `/memories?limit=1&cursor=${of.cursors.memories}`],
    ['GET', `/memories?limit=1&tag=${of.tag}&cursor=${of.cursors.tagged}`],
  ],
  createMemory: (of) => [
    ['POST', '/memories', { content: 'mine', collection: of.collection }],
    ['POST', '/memories', { content: 'mine', collection: of.collectionName }],
    made(of)['/memories']!,
  ],
  searchMemories: (of) => [
    ['POST', '/memories/search', { query: of.word, mode: 'keyword' }],
    ...['keyword', 'semantic', 'hybrid'].flatMap((mode): Request[] => [
      ['POST', '/memories/search', { query: 'hotel', mode, filters: { collection: of.collection } }],
      ['POST', '/memories/search', { query: 'hotel', mode, filters: { collection: of.collectionName } }],
      ['POST', '/memories/search', { query: 'hotel', mode, filters: { tags: [of.tag] } }],
      ['POST', '/memories/search', { query: 'hotel', mode, filters: { source: of.source } }],
    ]),
    ['POST', '/memories/search', { like: { memoryId: of.memory } }],
    ['POST', '/memories/search', { like: { memoryId: of.trashed } }],
  ],
  readMemory: (of) => [
    ['GET', `/memories/${of.memory}`],
    ['GET', `/memories/${of.trashed}`],
    ['GET', `/memories/${of.collection}`],
  ],
  updateMemory: (of) => [
    ['PATCH', `/memories/${of.memory}`, { title: 'mine' }],
    ['PATCH', `/memories/${of.trashed}`, { title: 'mine' }],
    ['PATCH', `/memories/${of.memory}`, { title: 'mine' }, { 'if-match': of.etag }],
  ],
  deleteMemory: (of) => [
    ['DELETE', `/memories/${of.memory}`, undefined, { 'if-match': of.etag }],
    ['DELETE', `/memories/${of.memory}`],
    ['DELETE', `/memories/${of.memory}?permanent=true`],
    ['DELETE', `/memories/${of.trashed}?permanent=true`],
  ],
  restoreMemory: (of) => [
    ['POST', `/memories/${of.memory}/restore`],
    ['POST', `/memories/${of.trashed}/restore`],
    ['POST', `/memories/${of.trashed}/restore`, undefined, { 'idempotency-key': of.idempotencyKey }],
  ],
  importMemories: (of) => [
    ['POST', '/memories/import', { memories: [importedInto(of.collection)], dryRun: true }],
    ['POST', '/memories/import', { memories: [{ ...importedInto(null), id: of.memory }], dryRun: true }],
  ],
  undoImport: (of) => [
    ['POST', '/memories/import/undo', { memories: [{ id: of.memory, version: 1 }] }],
    ['POST', '/memories/import/undo', { memories: [{ id: of.trashed, version: 2 }] }],
  ],
  listCollections: (of) => [
    ['GET', '/collections'],
    ['GET', `/collections?limit=1&cursor=${of.cursors.collections}`],
  ],
  createCollection: (of) => [['POST', '/collections', { name: of.takenName }], made(of)['/collections']!],
  updateCollection: (of) => [['PATCH', `/collections/${of.collection}`, { name: 'mine' }]],
  deleteCollection: (of) => [['DELETE', `/collections/${of.collection}`]],
  listCollectionMemories: (of) => [
    ['GET', `/collections/${of.collection}/memories`],
    ['GET', `/collections/${of.collection}/memories?limit=1&cursor=${of.cursors.collected}`],
  ],
  listTags: (of) => [
    ['GET', `/tags?prefix=${of.tag}`],
    ['GET', `/tags?limit=1&cursor=${of.cursors.tags}`],
  ],
  listChanges: () => [['GET', '/changes']],
  // `through` is a bound, not a reference: the digest covers only the caller's own data.
  readDigest: () => [['GET', '/digest']],
  readUsage: () => [['GET', '/usage']],
  batch: (of) => [
    ['POST', '/batch', { requests: [{ method: 'DELETE', path: `/v1/memories/${of.memory}` }] }],
    [
      'POST',
      '/batch',
      { requests: [{ method: 'POST', path: '/v1/memories', body: { content: 'mine', collection: of.collection } }] },
    ],
  ],
  listTokens: (of) => [
    ['GET', '/tokens'],
    ['GET', `/tokens?limit=1&cursor=${of.cursors.tokens}`],
  ],
  createToken: (of) => [
    ['POST', '/tokens', { name: 'mine', scopes: ['memories:read'], collections: [of.collection] }],
    ['POST', '/tokens', { name: 'mine', scopes: ['memories:read'], collections: [of.collectionName] }],
    made(of)['/tokens']!,
  ],
  updateToken: (of) => [['PATCH', `/tokens/${of.token}`, { paused: true }]],
  createTokenSecret: (of) => [['POST', `/tokens/${of.token}/secrets`]],
  revokeToken: (of) => [['DELETE', `/tokens/${of.token}`]],
};
