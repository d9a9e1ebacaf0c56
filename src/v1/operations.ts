import { limits } from './limits.ts';
import type { Scope } from './scopes.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface OperationSpec {
  method: Method;
  /** The path after `/v1`; parameters as `:name`. */
  path: string;
  /** The scope that a token needs; null: any token is accepted. */
  scope: Scope | null;
  /** The HTTP status of a successful response. */
  status: 200 | 201 | 204;
  /** What the operation does, as one sentence for the documentation. */
  summary: string;
  /** True for our extensions: operations beyond the source document that our v1 extends (see docs/v1.md). */
  ours: boolean;
  /** The largest body, if it differs from the default. */
  bodyBytes?: number;
}

/** The operation table, from which the router, the server, the clients, OpenAPI and the conformance tests are made. */
export const operations = {
  listMemories: {
    method: 'GET',
    path: '/memories',
    scope: 'memories:read',
    status: 200,
    ours: false,
    summary: 'List memories, newest first.',
  },
  createMemory: {
    method: 'POST',
    path: '/memories',
    scope: 'memories:write',
    status: 201,
    ours: false,
    summary: 'Save a memory.',
  },
  searchMemories: {
    method: 'POST',
    path: '/memories/search',
    scope: 'memories:read',
    status: 200,
    ours: false,
    summary: 'Find memories by word or by meaning.',
  },
  readMemory: {
    method: 'GET',
    path: '/memories/:id',
    scope: 'memories:read',
    status: 200,
    ours: false,
    summary: 'Read one memory.',
  },
  updateMemory: {
    method: 'PATCH',
    path: '/memories/:id',
    scope: 'memories:write',
    status: 200,
    ours: false,
    summary: 'Change fields of a memory.',
  },
  deleteMemory: {
    method: 'DELETE',
    path: '/memories/:id',
    scope: 'memories:write',
    status: 204,
    ours: true,
    summary: 'Move a memory to the trash, or delete it for good.',
  },
  restoreMemory: {
    method: 'POST',
    path: '/memories/:id/restore',
    scope: 'memories:write',
    status: 200,
    ours: true,
    summary: 'Take a memory out of the trash.',
  },
  importMemories: {
    method: 'POST',
    path: '/memories/import',
    scope: 'memories:import',
    status: 200,
    ours: true,
    summary: 'Import memories and collections with their ids, versions and times.',
    bodyBytes: limits.importBodyBytes,
  },
  undoImport: {
    method: 'POST',
    path: '/memories/import/undo',
    scope: 'memories:import',
    status: 200,
    ours: true,
    summary: 'Delete imported memories for good, except those changed since.',
  },
  listCollections: {
    method: 'GET',
    path: '/collections',
    scope: 'collections:read',
    status: 200,
    ours: false,
    summary: 'List collections, sorted by name.',
  },
  createCollection: {
    method: 'POST',
    path: '/collections',
    scope: 'collections:write',
    status: 201,
    ours: false,
    summary: 'Create a collection.',
  },
  updateCollection: {
    method: 'PATCH',
    path: '/collections/:id',
    scope: 'collections:write',
    status: 200,
    ours: true,
    summary: 'Rename a collection.',
  },
  deleteCollection: {
    method: 'DELETE',
    path: '/collections/:id',
    scope: 'collections:write',
    status: 204,
    ours: true,
    summary: 'Delete a collection; its memories stay.',
  },
  listCollectionMemories: {
    method: 'GET',
    path: '/collections/:id/memories',
    scope: 'memories:read',
    status: 200,
    ours: false,
    summary: 'List the memories of one collection, newest first.',
  },
  listTags: {
    method: 'GET',
    path: '/tags',
    scope: 'memories:read',
    status: 200,
    ours: true,
    summary: 'List tags with the number of their memories.',
  },
  listChanges: {
    method: 'GET',
    path: '/changes',
    scope: 'memories:read',
    status: 200,
    ours: true,
    summary: 'List what changed since an earlier response, in order of commit.',
  },
  readDigest: {
    method: 'GET',
    path: '/digest',
    scope: 'memories:read',
    status: 200,
    ours: true,
    summary: 'Read a fingerprint of all memories, or of a range of ids.',
  },
  readUsage: {
    method: 'GET',
    path: '/usage',
    scope: null,
    status: 200,
    ours: true,
    summary: 'Read what the plan allows and what is used.',
  },
  batch: {
    method: 'POST',
    path: '/batch',
    scope: null,
    status: 200,
    ours: true,
    summary: 'Carry out up to 100 writes, each as if it were sent alone.',
  },
  listTokens: {
    method: 'GET',
    path: '/tokens',
    scope: 'tokens:manage',
    status: 200,
    ours: true,
    summary: 'List access tokens, without their secrets.',
  },
  createToken: {
    method: 'POST',
    path: '/tokens',
    scope: 'tokens:manage',
    status: 201,
    ours: true,
    summary: 'Create an access token; its secret is shown once.',
  },
  updateToken: {
    method: 'PATCH',
    path: '/tokens/:id',
    scope: 'tokens:manage',
    status: 200,
    ours: true,
    summary: 'Change or pause an access token.',
  },
  createTokenSecret: {
    method: 'POST',
    path: '/tokens/:id/secrets',
    scope: 'tokens:manage',
    status: 201,
    ours: true,
    summary: 'Create another secret for an access token; it is shown once.',
  },
  revokeToken: {
    method: 'DELETE',
    path: '/tokens/:id',
    scope: 'tokens:manage',
    status: 204,
    ours: true,
    summary: 'Revoke an access token.',
  },
} as const satisfies Record<string, OperationSpec>;

export type OperationName = keyof typeof operations;

export const operationNames = Object.keys(operations) as OperationName[];

/** The largest body of an operation, in bytes. */
export const bodyBytesOf = (name: OperationName): number => {
  const { bodyBytes = limits.bodyBytes }: OperationSpec = operations[name];
  return bodyBytes;
};

/**
 * Whether an operation needs a `:write` scope. A batch may contain only such operations. They can count as transactions
 * of the plan.
 */
export const writesContent = (name: OperationName): boolean => operations[name].scope?.endsWith(':write') ?? false;

/** The first segment of every path. */
export const versionPrefix = '/v1';

/** This service's extensions to the source document, as named in the `Memory-Extensions` header. */
export const extensionNames = [
  'delete',
  'restore',
  'idempotency-key',
  'etag',
  'filters',
  'tags',
  'usage',
  'tokens',
  'like',
  'import',
  'collections-edit',
  'tokens-edit',
  'capture',
  'import-many',
  'text-filters',
  'untrusted',
  'address',
  'changes',
  'digest',
  'batch',
] as const;
