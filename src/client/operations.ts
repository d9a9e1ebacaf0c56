import type * as contract from './contract.ts';

/** The inputs of one call. Undefined query and body fields aren't sent. */
export interface CallInput {
  id?: string;
  query?: object;
  body?: object;
  /** Sent as `If-Match`. */
  ifVersion?: number | undefined;
  idempotencyKey?: string | undefined;
}

/** An example of the fields that every v1 server sends: `''` stands for a text, and a list has one example item. */
export type Shape = string | readonly [Shape] | { readonly [field: string]: Shape };

/** One operation of v1. `Answer` and `Input` exist only as types. */
export interface Operation<Answer, Input extends CallInput> {
  name: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** When it is harmless to send a request twice. `with a key`: only if the server honours `Idempotency-Key`. */
  repeats: 'safely' | 'with a key' | 'never';
  /** The v1 extension that adds the operation; absent if every server has it. */
  extension?: string;
  /**
   * For each query or body field that a v1 extension adds: that extension. A nested field is written `outer.inner`.
   */
  fields?: Readonly<Record<string, string>>;
  /** The shape of the response body; undefined if the response has none. */
  shape?: Shape;
  /** Never set: it only ties the two type parameters to the operation. */
  types?: (input: Input) => Answer;
}

interface Key {
  /** A repeated key returns the first response instead of writing twice. 1 to 255 characters, kept for 7 days. */
  idempotencyKey?: string | undefined;
}

interface Version {
  /** Changes only this version; throws PreconditionFailed if the memory has another version. */
  ifVersion?: number | undefined;
}

const memory = { id: '', content: '', source: '', tags: [''], createdAt: '', updatedAt: '' } as const;
const collection = { id: '', name: '' };
const token = { id: '', name: '' };
const memories: Shape = { memories: [memory] };

const textFilters = { site: 'text-filters', phrases: 'text-filters', not: 'text-filters' };

const listFilters = {
  source: 'filters',
  createdAfter: 'filters',
  createdBefore: 'filters',
  tag: 'filters',
  url: 'filters',
  deleted: 'filters',
  ...textFilters,
};

export const listMemories: Operation<contract.MemoryPage, { query: contract.ListMemoriesQuery }> = {
  name: 'listMemories',
  method: 'GET',
  path: '/v1/memories',
  repeats: 'safely',
  fields: { collection: 'filters', ...listFilters },
  shape: memories,
};

export const createMemory: Operation<contract.Memory, { body: contract.CreateMemory } & Key> = {
  name: 'createMemory',
  method: 'POST',
  path: '/v1/memories',
  repeats: 'with a key',
  fields: { url: 'address', title: 'address', capture: 'capture', createdAt: 'import', origin: 'import' },
  shape: memory,
};

export const searchMemories: Operation<contract.SearchAnswer, { body: contract.Search }> = {
  name: 'searchMemories',
  method: 'POST',
  path: '/v1/memories/search',
  repeats: 'safely',
  fields: {
    like: 'like',
    'filters.source': 'filters',
    'filters.createdAfter': 'filters',
    'filters.createdBefore': 'filters',
    'filters.site': 'text-filters',
    'filters.phrases': 'text-filters',
    'filters.not': 'text-filters',
  },
  shape: memories,
};

export const readMemory: Operation<contract.Memory, { id: string }> = {
  name: 'readMemory',
  method: 'GET',
  path: '/v1/memories/:id',
  repeats: 'safely',
  shape: memory,
};

export const updateMemory: Operation<contract.Memory, { id: string; body: contract.UpdateMemory } & Version> = {
  name: 'updateMemory',
  method: 'PATCH',
  path: '/v1/memories/:id',
  repeats: 'never',
  fields: { url: 'address', title: 'address', capture: 'capture' },
  shape: memory,
};

export const deleteMemory: Operation<undefined, { id: string; query: contract.DeleteMemoryQuery } & Version> = {
  name: 'deleteMemory',
  method: 'DELETE',
  path: '/v1/memories/:id',
  repeats: 'never',
  extension: 'delete',
};

export const restoreMemory: Operation<contract.Memory, { id: string } & Key> = {
  name: 'restoreMemory',
  method: 'POST',
  path: '/v1/memories/:id/restore',
  repeats: 'with a key',
  extension: 'restore',
  shape: memory,
};

export const importMemories: Operation<contract.ImportAnswer, { body: contract.ImportMemories } & Key> = {
  name: 'importMemories',
  method: 'POST',
  path: '/v1/memories/import',
  repeats: 'with a key',
  extension: 'import-many',
  shape: { memories: [{ id: '', outcome: '' }], collections: [{ id: '', outcome: '' }] },
};

export const undoImport: Operation<contract.UndoImportAnswer, { body: contract.UndoImport } & Key> = {
  name: 'undoImport',
  method: 'POST',
  path: '/v1/memories/import/undo',
  repeats: 'with a key',
  extension: 'import-many',
  shape: { memories: [{ id: '', outcome: '' }] },
};

export const listCollections: Operation<contract.CollectionPage, { query: contract.ListCollectionsQuery }> = {
  name: 'listCollections',
  method: 'GET',
  path: '/v1/collections',
  repeats: 'safely',
  shape: { collections: [collection] },
};

export const createCollection: Operation<contract.Collection, { body: contract.CollectionName } & Key> = {
  name: 'createCollection',
  method: 'POST',
  path: '/v1/collections',
  repeats: 'with a key',
  shape: collection,
};

export const updateCollection: Operation<contract.Collection, { id: string; body: contract.CollectionName }> = {
  name: 'updateCollection',
  method: 'PATCH',
  path: '/v1/collections/:id',
  repeats: 'never',
  extension: 'collections-edit',
  shape: collection,
};

export const deleteCollection: Operation<undefined, { id: string }> = {
  name: 'deleteCollection',
  method: 'DELETE',
  path: '/v1/collections/:id',
  repeats: 'never',
  extension: 'collections-edit',
};

export const listCollectionMemories: Operation<
  contract.MemoryPage,
  { id: string; query: contract.ListCollectionMemoriesQuery }
> = {
  name: 'listCollectionMemories',
  method: 'GET',
  path: '/v1/collections/:id/memories',
  repeats: 'safely',
  fields: listFilters,
  shape: memories,
};

export const listTags: Operation<contract.TagPage, { query: contract.ListTagsQuery }> = {
  name: 'listTags',
  method: 'GET',
  path: '/v1/tags',
  repeats: 'safely',
  extension: 'tags',
  shape: { tags: [{ tag: '' }] },
};

export const listChanges: Operation<contract.ChangePage, { query: contract.ListChangesQuery }> = {
  name: 'listChanges',
  method: 'GET',
  path: '/v1/changes',
  repeats: 'safely',
  extension: 'changes',
  shape: { memories: [memory], erased: [''], since: '' },
};

export const readDigest: Operation<contract.Digest, { query: contract.ReadDigestQuery }> = {
  name: 'readDigest',
  method: 'GET',
  path: '/v1/digest',
  repeats: 'safely',
  extension: 'digest',
  shape: { fingerprint: '', ranges: [{ through: '', fingerprint: '' }] },
};

export const readUsage: Operation<contract.Usage, object> = {
  name: 'readUsage',
  method: 'GET',
  path: '/v1/usage',
  repeats: 'safely',
  extension: 'usage',
  shape: { plan: '' },
};

export const batch: Operation<contract.BatchAnswer, { body: contract.Batch }> = {
  name: 'batch',
  method: 'POST',
  path: '/v1/batch',
  repeats: 'never',
  extension: 'batch',
  shape: { responses: [{}] },
};

export const listTokens: Operation<contract.TokenPage, { query: contract.ListTokensQuery }> = {
  name: 'listTokens',
  method: 'GET',
  path: '/v1/tokens',
  repeats: 'safely',
  extension: 'tokens',
  shape: { tokens: [token] },
};

export const createToken: Operation<contract.CreatedToken, { body: contract.CreateToken } & Key> = {
  name: 'createToken',
  method: 'POST',
  path: '/v1/tokens',
  repeats: 'with a key',
  extension: 'tokens',
  shape: token,
};

export const updateToken: Operation<contract.Token, { id: string; body: contract.UpdateToken }> = {
  name: 'updateToken',
  method: 'PATCH',
  path: '/v1/tokens/:id',
  repeats: 'never',
  extension: 'tokens-edit',
  shape: token,
};

export const createTokenSecret: Operation<contract.CreatedToken, { id: string } & Key> = {
  name: 'createTokenSecret',
  method: 'POST',
  path: '/v1/tokens/:id/secrets',
  repeats: 'with a key',
  extension: 'tokens-edit',
  shape: token,
};

export const revokeToken: Operation<undefined, { id: string }> = {
  name: 'revokeToken',
  method: 'DELETE',
  path: '/v1/tokens/:id',
  repeats: 'never',
  extension: 'tokens',
};
