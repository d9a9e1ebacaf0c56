import { z } from 'zod';
import type { OperationName } from '../operations.ts';
import { batchAnswer, batchBody } from './batch.ts';
import * as collection from './collection.ts';
import { pathId } from './common.ts';
import * as listing from './listing.ts';
import * as memory from './memory.ts';
import * as search from './search.ts';
import * as sync from './sync.ts';
import * as token from './token.ts';
import * as transfer from './transfer.ts';
import { usage } from './usage.ts';

interface OperationSchemas {
  /** Values of the `:name` parameters in the path. */
  params: z.ZodObject;
  query: z.ZodObject;
  /** Null if the operation takes no body. */
  body: z.ZodType | null;
  /** Null if a successful response has no body. */
  answer: z.ZodType | null;
}

const none = z.strictObject({});
const byId = z.strictObject({ id: pathId });

/** The schemas of every operation's request and response, from which the types below are inferred. */
export const schemas = {
  listMemories: { params: none, query: listing.listMemoriesQuery, body: null, answer: listing.memoryPage },
  createMemory: { params: none, query: none, body: memory.createMemoryBody, answer: memory.memory },
  searchMemories: { params: none, query: none, body: search.searchBody, answer: search.searchAnswer },
  readMemory: { params: byId, query: none, body: null, answer: memory.memory },
  updateMemory: { params: byId, query: none, body: memory.updateMemoryBody, answer: memory.memory },
  deleteMemory: { params: byId, query: listing.deleteMemoryQuery, body: null, answer: null },
  restoreMemory: { params: byId, query: none, body: null, answer: memory.memory },
  importMemories: {
    params: none,
    query: none,
    body: transfer.importMemoriesBody,
    answer: transfer.importAnswer,
  },
  undoImport: { params: none, query: none, body: transfer.undoImportBody, answer: transfer.undoImportAnswer },
  listCollections: {
    params: none,
    query: collection.listCollectionsQuery,
    body: null,
    answer: collection.collectionPage,
  },
  createCollection: { params: none, query: none, body: collection.collectionBody, answer: collection.collection },
  updateCollection: { params: byId, query: none, body: collection.collectionBody, answer: collection.collection },
  deleteCollection: { params: byId, query: none, body: null, answer: null },
  listCollectionMemories: {
    params: byId,
    query: listing.listCollectionMemoriesQuery,
    body: null,
    answer: listing.memoryPage,
  },
  listTags: { params: none, query: collection.listTagsQuery, body: null, answer: collection.tagPage },
  listChanges: { params: none, query: sync.listChangesQuery, body: null, answer: sync.changePage },
  readDigest: { params: none, query: sync.readDigestQuery, body: null, answer: sync.digest },
  readUsage: { params: none, query: none, body: null, answer: usage },
  batch: { params: none, query: none, body: batchBody, answer: batchAnswer },
  listTokens: { params: none, query: token.listTokensQuery, body: null, answer: token.tokenPage },
  createToken: { params: none, query: none, body: token.createTokenBody, answer: token.createdToken },
  updateToken: { params: byId, query: none, body: token.updateTokenBody, answer: token.token },
  createTokenSecret: { params: byId, query: none, body: null, answer: token.createdToken },
  revokeToken: { params: byId, query: none, body: null, answer: null },
} as const satisfies Record<OperationName, OperationSchemas>;

type Schemas = typeof schemas;
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** The input of an operation's handler: the request, validated and normalised. */
export interface OperationInput<N extends OperationName> {
  params: Parsed<Schemas[N]['params']>;
  query: Parsed<Schemas[N]['query']>;
  body: Parsed<Schemas[N]['body']>;
}

/** The result of an operation's handler. */
export type OperationAnswer<N extends OperationName> = Parsed<Schemas[N]['answer']>;
