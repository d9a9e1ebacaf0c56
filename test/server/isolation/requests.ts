import type { OperationName } from '../../../src/v1/operations.ts';
import { keyed, type Belongings } from './belongings.ts';

export type Request = [method: string, path: string, body?: unknown, headers?: Record<string, string>];

const keyedRequests = (refs: Belongings): Record<string, Request> =>
  Object.fromEntries(
    keyed(refs.idempotencyKey).map(([path, body]) => [
      path,
      ['POST', path, body, { 'idempotency-key': refs.idempotencyKey }],
    ]),
  );

const importedInto = (collection: string | null) => ({
  id: 'mem_00000000000000000000000002',
  content: 'mine',
  createdAt: '2020-01-01T00:00:00.000Z',
  collection,
});

/** Requests of each operation. If an operation can refer to a user's data, its requests do so in different ways. */
export const requests: Record<OperationName, (refs: Belongings) => Request[]> = {
  listMemories: (refs) => [
    ['GET', `/memories?collection=${refs.collection}`],
    ['GET', `/memories?collection=${encodeURIComponent(refs.collectionName)}`],
    ['GET', `/memories?tag=${refs.tag}`],
    ['GET', `/memories?tag=${refs.tag}&deleted=true`],
    ['GET', `/memories?url=${encodeURIComponent(refs.url)}`],
    ['GET', `/memories?source=${encodeURIComponent(refs.source)}`],
    ['GET', `/memories?tag=${refs.tag}&source=${encodeURIComponent(refs.source)}`],
    ['GET', `/memories?site=${new URL(refs.url).host}`],
    ['GET', `/memories?phrases=${refs.word}`],
    ['GET', `/memories?not=${refs.word}`],
    ['GET', `/memories?limit=1&cursor=${refs.cursors.memories}`],
    ['GET', `/memories?limit=1&tag=${refs.tag}&cursor=${refs.cursors.tagged}`],
  ],
  createMemory: (refs) => [
    ['POST', '/memories', { content: 'mine', collection: refs.collection }],
    ['POST', '/memories', { content: 'mine', collection: refs.collectionName }],
    keyedRequests(refs)['/memories']!,
  ],
  searchMemories: (refs) => [
    ['POST', '/memories/search', { query: refs.word, mode: 'keyword' }],
    ...['keyword', 'semantic', 'hybrid'].flatMap((mode): Request[] => [
      ['POST', '/memories/search', { query: 'hotel', mode, filters: { collection: refs.collection } }],
      ['POST', '/memories/search', { query: 'hotel', mode, filters: { collection: refs.collectionName } }],
      ['POST', '/memories/search', { query: 'hotel', mode, filters: { tags: [refs.tag] } }],
      ['POST', '/memories/search', { query: 'hotel', mode, filters: { source: refs.source } }],
      ['POST', '/memories/search', { query: 'hotel', mode, filters: { site: new URL(refs.url).host } }],
      ['POST', '/memories/search', { query: 'hotel', mode, filters: { phrases: [refs.word] } }],
      ['POST', '/memories/search', { query: 'hotel', mode, filters: { not: [refs.word] } }],
    ]),
    ['POST', '/memories/search', { like: { memoryId: refs.memory } }],
    ['POST', '/memories/search', { like: { memoryId: refs.trashed } }],
  ],
  readMemory: (refs) => [
    ['GET', `/memories/${refs.memory}`],
    ['GET', `/memories/${refs.trashed}`],
    ['GET', `/memories/${refs.collection}`],
  ],
  updateMemory: (refs) => [
    ['PATCH', `/memories/${refs.memory}`, { title: 'mine' }],
    ['PATCH', `/memories/${refs.trashed}`, { title: 'mine' }],
    ['PATCH', `/memories/${refs.memory}`, { title: 'mine' }, { 'if-match': refs.etag }],
  ],
  deleteMemory: (refs) => [
    ['DELETE', `/memories/${refs.memory}`, undefined, { 'if-match': refs.etag }],
    ['DELETE', `/memories/${refs.memory}`],
    ['DELETE', `/memories/${refs.memory}?permanent=true`],
    ['DELETE', `/memories/${refs.trashed}?permanent=true`],
  ],
  restoreMemory: (refs) => [
    ['POST', `/memories/${refs.memory}/restore`],
    ['POST', `/memories/${refs.trashed}/restore`],
    ['POST', `/memories/${refs.trashed}/restore`, undefined, { 'idempotency-key': refs.idempotencyKey }],
  ],
  importMemories: (refs) => [
    ['POST', '/memories/import', { memories: [importedInto(refs.collection)], dryRun: true }],
    ['POST', '/memories/import', { memories: [{ ...importedInto(null), id: refs.memory }], dryRun: true }],
  ],
  undoImport: (refs) => [
    ['POST', '/memories/import/undo', { memories: [{ id: refs.memory, version: 1 }] }],
    ['POST', '/memories/import/undo', { memories: [{ id: refs.trashed, version: 2 }] }],
  ],
  listCollections: (refs) => [
    ['GET', '/collections'],
    ['GET', `/collections?limit=1&cursor=${refs.cursors.collections}`],
  ],
  createCollection: (refs) => [
    ['POST', '/collections', { name: refs.takenName }],
    keyedRequests(refs)['/collections']!,
  ],
  updateCollection: (refs) => [['PATCH', `/collections/${refs.collection}`, { name: 'mine' }]],
  deleteCollection: (refs) => [['DELETE', `/collections/${refs.collection}`]],
  listCollectionMemories: (refs) => [
    ['GET', `/collections/${refs.collection}/memories`],
    ['GET', `/collections/${refs.collection}/memories?limit=1&cursor=${refs.cursors.collected}`],
  ],
  listTags: (refs) => [
    ['GET', `/tags?prefix=${refs.tag}`],
    ['GET', `/tags?limit=1&cursor=${refs.cursors.tags}`],
  ],
  listChanges: () => [['GET', '/changes']],
  // `?through=` isn't tested: it only bounds the ids, and the digest covers only the caller's own data.
  readDigest: () => [['GET', '/digest']],
  readUsage: () => [['GET', '/usage']],
  batch: (refs) => [
    ['POST', '/batch', { requests: [{ method: 'DELETE', path: `/v1/memories/${refs.memory}` }] }],
    [
      'POST',
      '/batch',
      { requests: [{ method: 'POST', path: '/v1/memories', body: { content: 'mine', collection: refs.collection } }] },
    ],
  ],
  listTokens: (refs) => [
    ['GET', '/tokens'],
    ['GET', `/tokens?limit=1&cursor=${refs.cursors.tokens}`],
  ],
  createToken: (refs) => [
    ['POST', '/tokens', { name: 'mine', scopes: ['memories:read'], collections: [refs.collection] }],
    ['POST', '/tokens', { name: 'mine', scopes: ['memories:read'], collections: [refs.collectionName] }],
    keyedRequests(refs)['/tokens']!,
  ],
  updateToken: (refs) => [['PATCH', `/tokens/${refs.token}`, { paused: true }]],
  createTokenSecret: (refs) => [['POST', `/tokens/${refs.token}/secrets`]],
  revokeToken: (refs) => [['DELETE', `/tokens/${refs.token}`]],
};
