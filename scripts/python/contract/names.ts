import { operationNames, type OperationName } from '../../../src/v1/operations.ts';

/** The operations with a method of a resource. `batch` is a method of the client itself. */
export type MethodName = Exclude<OperationName, 'batch'>;

export const methodNames = operationNames.filter((name): name is MethodName => name !== 'batch');

/** The attribute and the method of the client that call each operation. */
export const methods: Record<MethodName, readonly [resource: string, method: string]> = {
  listMemories: ['memories', 'list'],
  createMemory: ['memories', 'create'],
  searchMemories: ['memories', 'search'],
  readMemory: ['memories', 'read'],
  updateMemory: ['memories', 'update'],
  deleteMemory: ['memories', 'delete'],
  restoreMemory: ['memories', 'restore'],
  importMemories: ['memories', 'import_many'],
  undoImport: ['memories', 'undo_import'],
  listCollections: ['collections', 'list'],
  createCollection: ['collections', 'create'],
  updateCollection: ['collections', 'rename'],
  deleteCollection: ['collections', 'delete'],
  listCollectionMemories: ['collections', 'memories'],
  listTags: ['tags', 'list'],
  listChanges: ['memories', 'changes'],
  readDigest: ['memories', 'digest'],
  readUsage: ['usage', 'read'],
  listTokens: ['tokens', 'list'],
  createToken: ['tokens', 'create'],
  revokeToken: ['tokens', 'revoke'],
  updateToken: ['tokens', 'update'],
  createTokenSecret: ['tokens', 'create_secret'],
};

export const resourceDocs: Record<string, string> = {
  memories: 'Save, find and change memories.',
  collections: 'Group memories.',
  tags: 'Tags of memories.',
  usage: "The plan's limits and usage.",
  tokens: 'Access tokens.',
};

/** Optional arguments that callers may pass by position, because most calls pass them. */
export const positional: Partial<Record<OperationName, string>> = { searchMemories: 'query' };

/**
 * Objects in request bodies whose fields become separate arguments. `prefixed`: each argument's name begins with the
 * object's name, such as `like_text`.
 */
export const flattened: Record<string, 'plain' | 'prefixed'> = { filters: 'plain', like: 'prefixed' };

/** The class or alias of each field whose object or enumeration has no name in the contract. */
export const inlineNames: Record<string, string> = {
  'Match.passage': 'Passage',
  'Memory.origin': 'Origin',
  'CreateMemory.origin': 'Origin',
  'Memory.capture': 'Capture',
  'Capture.quote': 'Quote',
  'CreateMemory.capture': 'Capture',
  'UpdateMemory.capture': 'Capture',
  'ImportedMemory.origin': 'Origin',
  'ImportedMemory.capture': 'Capture',
  'Memory.untrusted': 'Untrusted',
  'TagPage.tags': 'Tag',
  'Digest.ranges': 'DigestRange',
  'Usage.memories': 'UsageCount',
  'Usage.transactionsToday': 'UsageCount',
  'Usage.rateLimit': 'UsageRateLimit',
  'Search.mode': 'SearchMode',
  'CreateToken.scopes': 'Scope',
  'UpdateToken.scopes': 'Scope',
};

/** The base class of each class that adds fields to another class. */
export const bases: Record<string, string> = { SearchHit: 'Memory', CreatedToken: 'Token' };

export const modelDocs: Record<string, string> = {
  BatchAnswer: 'The results of a batch, in the order of its writes.',
  BatchResponse: 'The result of one write.',
  Capture: 'What was captured.',
  Collection: 'A named group of memories.',
  CollectionPage: 'One page of collections.',
  CreatedToken: 'A new access token with its secret.',
  ImportAnswer: 'What an import did, in the order of the request.',
  ImportResult: 'What an import did with a memory or a collection.',
  ImportedCollection: 'A collection to import.',
  ImportedMemory: 'A memory to import, with its id, version and times.',
  ImportedVersion: 'The id of an imported memory and the version it had after the import.',
  ChangePage: 'What changed since an earlier response.',
  Digest: 'A fingerprint of memories, to find out whether two stores have the same ones.',
  DigestRange: 'One of the ranges of ids into which a digest is divided; it ends with the id `through`.',
  Match: 'Why a memory was found. Strengths are 0 to 1 and can be compared across queries.',
  Memory: 'A short text that was saved.',
  MemoryPage: 'One page of memories.',
  Origin: 'Where an imported memory came from, and when it was made there.',
  Passage: "A part of a memory's content.",
  Quote: 'The text just before and after the captured quote, to find it again.',
  RateLimit: 'A rate limit: requests per fixed window of seconds.',
  SearchAnswer: 'What a search found, best first.',
  SearchHit: 'A memory that was found.',
  Tag: 'A tag and the number of live memories that have it.',
  TagPage: 'One page of tags.',
  Token: 'An access token, without its secret.',
  TokenPage: 'One page of access tokens.',
  UndoImportAnswer: 'What an undo did, in the order of the request.',
  UndoResult: 'What an undo did with a memory.',
  Untrusted: 'The mark of a memory that looks like instructions to a model.',
  Usage: 'What the plan allows and what is used.',
  UsageCount: 'How much of a limit is used.',
  UsageRateLimit: "The token's rate limit now.",
};

/** Documentation of fields that docs/v1.md describes but the schemas don't. */
export const fieldDocs: Record<string, string> = {
  'CreatedToken.token':
    'The secret, in this response only. `None` if this is a retry and the first attempt was carried out.',

  'Memory.url': 'Where it was captured.',
  'Origin.createdAt': 'When it was made there.',
  'Untrusted.reasons': 'What it looks like, such as `overrides-instructions`.',
};

/** Documentation of arguments that the schemas don't describe, or describe in words that don't suit Python. */
export const argumentDocs: Record<string, string> = {
  'ImportMemories.collections': 'the collections of the memories, with their ids',
  'ImportMemories.memories': 'each as `list` returns it',
  'UndoImport.memories': 'each with the version that was imported',
  collections: 'ids or names of the only collections that the token may see',

  createdAt: 'when an imported memory was made; needs the scope `memories:import`',

  capture: 'what was captured: its kind and what is known of it',
  after: 'only ids greater than this one',
  cursor: '`next_cursor` of the previous page. Send the same token and filters',
  deleted: 'true lists the trash instead',
  expiresAt: 'when the token ends; default: never, or when the token that created it ends',
  'UpdateToken.expiresAt': 'when the token ends',
  like: 'instead of a query: find memories similar to this one',
  limit: 'items per page',
  mode: 'by word, by meaning, or by both',
  name: 'its name',
  origin: 'where an imported memory came from; needs the scope `memories:import`',
  'listTokens.origin': 'only tokens bound to this page origin',
  ownOnly: 'let the token change only memories that it saved itself',
  paused: 'true refuses the token; false accepts it again',
  not: 'only memories that contain none of these words and phrases',
  phrases: 'only memories that contain all of these words and phrases',
  permanent: 'delete for good, skipping the trash',
  parts: 'the maximum number of ranges into which the memories are divided',
  prefix: 'only tags that begin with this, in upper or lower case',
  rateLimit: "requests in a window; default: 120 in 60 s, or the creator's if that is lower",
  'UpdateToken.rateLimit': 'requests in a window',
  scopes: 'what the token may do; no more than its creator',
  site: 'only memories from this site and its subdomains, such as `example.org`',
  since: '`since` of an earlier response; default: from the beginning',
  source: 'only memories that this source saved, such as `popup` or `api:<token name>`',
  tag: 'a tag, or several that must all match',
  'Search.limit': 'memories to find',
  'Search.like.text': 'instead of a query: find memories similar to this text',
  tags: 'its tags',
  'Search.filters.tags': 'only memories that have all of these tags',
  'Search.filters.collection': 'only memories of this collection: its id or its name',
  through: 'only ids up to this one',
  title: "the title of the page it's from",
  url: "the address of the page it's from",
  'listMemories.url': 'only memories from this address',
  'listCollectionMemories.url': 'only memories from this address',
};

/** Fields that `repr` omits to keep them out of logs. */
export const secretFields = new Set(['CreatedToken.token']);

const reserved = new Set(['not']);

/** The name of an argument: reserved words get an underscore (PEP 8). */
export const argumentName = (field: string): string => (reserved.has(field) ? `${field}_` : snake(field));

export const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
export const constant = (name: string): string => snake(name).toUpperCase();
export const pascal = (name: string): string =>
  name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

export function sentence(phrase: string): string {
  const text = phrase.trim().replaceAll(/\bnull\b/g, '`None`');
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
