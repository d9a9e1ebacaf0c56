import { headers } from './headers.ts';
import type { extensionNames, OperationName } from './operations.ts';

export type ExtensionName = (typeof extensionNames)[number];

/**
 * The extension that adds each operation. An extension is an optional part of the v1 contract, not a browser extension.
 * The operations of the source document (the short specification that our v1 extends, see docs/v1.md) have none.
 */
export const extensionOfOperation: Partial<Record<OperationName, ExtensionName>> = {
  deleteMemory: 'delete',
  restoreMemory: 'restore',
  importMemories: 'import-many',
  undoImport: 'import-many',
  updateCollection: 'collections-edit',
  deleteCollection: 'collections-edit',
  listTags: 'tags',
  listChanges: 'changes',
  readDigest: 'digest',
  batch: 'batch',
  readUsage: 'usage',
  listTokens: 'tokens',
  createToken: 'tokens',
  revokeToken: 'tokens',
  updateToken: 'tokens-edit',
  createTokenSecret: 'tokens-edit',
};

/** The extension that adds each request header. */
export const extensionOfHeader: Record<string, ExtensionName> = {
  [headers.ifMatch]: 'etag',
  [headers.idempotencyKey]: 'idempotency-key',
};

const textFilters = { site: 'text-filters', phrases: 'text-filters', not: 'text-filters' } as const;

const listFilters = {
  source: 'filters',
  createdAfter: 'filters',
  createdBefore: 'filters',
  tag: 'filters',
  url: 'filters',
  deleted: 'filters',
  ...textFilters,
} as const;

const addressFields = { url: 'address', title: 'address' } as const;

/**
 * The extension that adds each query parameter and body field to an operation of the source document. The fields that
 * the source document defines have none. A nested field is written as `outer.inner`.
 */
export const extensionOfField: Partial<Record<OperationName, Record<string, ExtensionName>>> = {
  listMemories: { collection: 'filters', ...listFilters },
  listCollectionMemories: listFilters,
  createMemory: { ...addressFields, capture: 'capture', createdAt: 'import', origin: 'import' },
  updateMemory: { ...addressFields, capture: 'capture' },
  searchMemories: {
    like: 'like',
    'filters.source': 'filters',
    'filters.createdAfter': 'filters',
    'filters.createdBefore': 'filters',
    'filters.site': 'text-filters',
    'filters.phrases': 'text-filters',
    'filters.not': 'text-filters',
  },
};

const memoryFields = ['id', 'content', 'source', 'tags', 'createdAt', 'updatedAt'];

/**
 * By schema: the fields that the responses of a plain server (one without extensions) must have. A plain server may
 * leave out all other fields of these schemas.
 */
export const plainFields: Record<string, readonly string[]> = {
  Memory: memoryFields,
  SearchHit: memoryFields,
  Collection: ['id', 'name'],
  MemoryPage: ['memories'],
  SearchAnswer: ['memories'],
  CollectionPage: ['collections'],
};

const laterTokenFields = { origin: null, ownOnly: false, paused: false } as const;

/** The fields that older versions of our server don't send, each with the value to assume if the field is missing. */
export const laterFields: Record<string, Record<string, null | boolean>> = {
  Token: laterTokenFields,
  CreatedToken: laterTokenFields,
};
