// Made by `npm run client:contract` from src/v1/schemas.

export type Scope =
  | 'memories:read'
  | 'memories:write'
  | 'memories:import'
  | 'collections:read'
  | 'collections:write'
  | 'tokens:manage';

export type SearchMode =
  | 'semantic'
  | 'keyword'
  | 'hybrid';

export interface Batch {
  /** At most 100. */
  requests: BatchRequest[];
}

export interface BatchAnswer {
  /** In the order of the requests. */
  responses: BatchResponse[];
}

export interface BatchRequest {
  method: 'POST' | 'PATCH' | 'DELETE';
  /** Such as `/v1/memories`, with its query if there is one; at most 1024 characters. */
  path: string;
  /** Same as the header `Idempotency-Key`; at most 255 characters. */
  idempotencyKey?: string | undefined;
  /** Same as the header `If-Match`; at most 255 characters. */
  ifMatch?: string | undefined;
  /** The request body of the operation. */
  body?: Record<string, unknown> | undefined;
}

export interface BatchResponse {
  status: number;
  /** Same as the header `ETag`. */
  etag?: string | undefined;
  /** Same as the header `Location`. */
  location?: string | undefined;
  /** True if this is a replay, otherwise absent; same as the header `Idempotency-Replayed`. */
  replayed?: boolean | undefined;
  /** The body that the operation would return if sent alone, or its error body. */
  body?: Record<string, unknown> | undefined;
}

export interface ChangePage {
  /** Those in the trash have deletedAt. */
  memories: Memory[];
  /** Ids of memories that were deleted for good. */
  erased: string[];
  /** All collections; null if none of them changed. */
  collections: Collection[] | null;
  /** Where the next request continues. */
  since: string;
  /** Whether more changes are waiting. */
  more: boolean;
}

export interface Collection {
  id: string;
  name: string;
  createdAt: string;
  updatedAt: string;
  memoryCount: number;
}

export interface CollectionName {
  /** At most 128 characters. */
  name: string;
}

export interface CollectionPage {
  collections: Collection[];
  /** Null on the last page. */
  nextCursor: string | null;
}

export interface CreateMemory {
  /** 1 to 65536 bytes of UTF-8 after trailing white space is removed. */
  content: string;
  /** At most 32. */
  tags?: string[] | undefined;
  /** A collection's id or its name; at most 128 characters. */
  collection?: string | undefined;
  /** At most 2048 characters. */
  url?: string | undefined;
  /** At most 512 characters. */
  title?: string | undefined;
  capture?: {
    /** What was saved. */
    kind: 'selection' | 'page' | 'link' | 'image' | 'pdf' | 'note';
    /** At most 256 characters. */
    author?: string | undefined;
    /** At most 256 characters. */
    siteName?: string | undefined;
    /** At most 64 characters. */
    publishedAt?: string | undefined;
    /** At most 64 characters. */
    language?: string | undefined;
    /** At most 2048 characters. */
    image?: string | undefined;
    quote?: {
      /** At most 128 characters. */
      prefix: string;
      /** At most 128 characters. */
      suffix: string;
    } | undefined;
    /** 1 to 1000000. */
    page?: number | undefined;
  } | undefined;
  /** Needs the scope memories:import; at most 64 characters. */
  createdAt?: string | undefined;
  /** Needs the scope memories:import. */
  origin?: {
    /** At most 512 characters. */
    source: string;
    /** At most 64 characters. */
    createdAt: string;
  } | undefined;
}

export interface CreateToken {
  /** At most 128 characters. */
  name: string;
  /** At most 6. */
  scopes: Scope[];
  /** Ids or names of the only collections that the token sees; at most 100. */
  collections?: string[] | undefined;
  /** At most 64 characters. */
  expiresAt?: string | undefined;
  rateLimit?: RateLimit | undefined;
  ownOnly?: boolean | undefined;
}

export interface CreatedToken extends Token {
  /** The secret; absent if this response is a replay. */
  token?: string | undefined;
}

export interface DeleteMemoryQuery {
  /** True: delete for good, skipping the trash. */
  permanent?: boolean | undefined;
}

export interface Digest {
  /** The number of memories. */
  count: number;
  /** The combined fingerprint of these memories, in hexadecimal. */
  fingerprint: string;
  /** Ranges of about equally many memories, in order of id. */
  ranges: {
    /** The last id of the range. */
    through: string;
    /** The number of memories. */
    count: number;
    /** The combined fingerprint of these memories, in hexadecimal. */
    fingerprint: string;
  }[];
}

export interface ImportAnswer {
  memories: ImportResult[];
  collections: ImportResult[];
}

export interface ImportMemories {
  /** At most 500. */
  memories: ImportedMemory[];
  /** At most 500. */
  collections?: ImportedCollection[] | undefined;
  /** Report what would happen, and change nothing. */
  dryRun?: boolean | undefined;
}

export interface ImportResult {
  id: string;
  /**
   * `kept`: the stored one stays, because it is newer or only its `deletedAt` differs; `conflict`: the stored and the
   * imported memory have the same version but different contents, or another collection has the name; `refused`: the
   * token or the plan does not allow it, or the collection is missing.
   */
  outcome: 'created' | 'updated' | 'unchanged' | 'kept' | 'conflict' | 'refused';
  /** Why it is in conflict or refused. */
  reason?: string | undefined;
}

export interface ImportedCollection {
  id: string;
  /** At most 128 characters. */
  name: string;
  /** At most 64 characters. */
  createdAt: string;
  /** At most 64 characters. */
  updatedAt: string;
}

export interface ImportedMemory {
  /** Identifies the memory when it is imported again. */
  id: string;
  /** 1 to 65536 bytes of UTF-8 after trailing white space is removed. */
  content: string;
  /**
   * Who saved it; an import with a token stores this as `origin.source` unless `origin` is given, and `import:<token
   * name>` as the source.
   */
  source?: string | null | undefined;
  tags?: string[] | null | undefined;
  /** The id of a collection that exists or is imported too. */
  collection?: string | null | undefined;
  url?: string | null | undefined;
  title?: string | null | undefined;
  capture?: {
    /** What was saved. */
    kind: 'selection' | 'page' | 'link' | 'image' | 'pdf' | 'note';
    /** At most 256 characters. */
    author?: string | undefined;
    /** At most 256 characters. */
    siteName?: string | undefined;
    /** At most 64 characters. */
    publishedAt?: string | undefined;
    /** At most 64 characters. */
    language?: string | undefined;
    /** At most 2048 characters. */
    image?: string | undefined;
    quote?: {
      /** At most 128 characters. */
      prefix: string;
      /** At most 128 characters. */
      suffix: string;
    } | undefined;
    /** 1 to 1000000. */
    page?: number | undefined;
  } | null | undefined;
  /** Default 1. */
  version?: number | null | undefined;
  /** At most 64 characters. */
  createdAt: string;
  /** Default createdAt. */
  updatedAt?: string | null | undefined;
  /** When it was moved to the trash. */
  deletedAt?: string | null | undefined;
  origin?: {
    /** At most 512 characters. */
    source: string;
    /** At most 64 characters. */
    createdAt: string;
  } | null | undefined;
  /**
   * If a stored memory has the same version and differs only in `deletedAt`: true replaces it with this memory; false
   * or absent keeps it.
   */
  later?: boolean | null | undefined;
}

export interface ImportedVersion {
  id: string;
  /** 1 to 1000000000. */
  version: number;
}

export interface ListChangesQuery {
  /** 1 to 100, default 20. */
  limit?: number | undefined;
  /** Opaque: `since` of an earlier response; default: from the beginning; at most 8192 characters. */
  since?: string | undefined;
}

export interface ListCollectionMemoriesQuery extends ListCollectionsQuery {
  /** Only memories with this source; at most 512 characters. */
  source?: string | undefined;
  /** Only memories created later than this; at most 64 characters. */
  createdAfter?: string | undefined;
  /** Only memories created earlier than this; at most 64 characters. */
  createdBefore?: string | undefined;
  /** A host name; memories from its subdomains match too; at most 253 characters. */
  site?: string | undefined;
  /** Words and phrases that must all occur exactly, except for case and diacritics; at most 8. */
  phrases?: string[] | undefined;
  /** Words and phrases that must not occur; at most 8. */
  not?: string[] | undefined;
  /** Repeatable; all must match; at most 32. */
  tag?: string[] | undefined;
  /** Only memories from this address; at most 2048 characters. */
  url?: string | undefined;
  /** True lists the trash instead. */
  deleted?: boolean | undefined;
}

export interface ListCollectionsQuery {
  /** 1 to 100, default 20. */
  limit?: number | undefined;
  /** Opaque: nextCursor of the previous page, with the same token and filters; at most 8192 characters. */
  cursor?: string | undefined;
}

export interface ListMemoriesQuery extends ListCollectionMemoriesQuery {
  /** A collection's id or its name; at most 128 characters. */
  collection?: string | undefined;
}

export interface ListTagsQuery extends ListCollectionsQuery {
  /** At most 64 characters. */
  prefix?: string | undefined;
}

export interface ListTokensQuery extends ListCollectionsQuery {
  /** Only tokens bound to this page origin; at most 512 characters. */
  origin?: string | undefined;
}

export interface Match {
  /** How well the words match; null if words were not searched. */
  keyword: number | null;
  /** How near the meaning is; null if meaning was not searched or the memory is not indexed yet. */
  semantic: number | null;
  /** The matched words as the memory spells them, in lower case. */
  words: string[];
  /** Whether it is a likely match: it contains every query word, or matches well enough by words, meaning or both. */
  certain: boolean;
  /**
   * The part of the content nearest in meaning, in UTF-16 code units, end exclusive; null if that part is the whole
   * content, or if the search by meaning didn't find the memory.
   */
  passage: {
    start: number;
    end: number;
  } | null;
}

export interface Memory {
  id: string;
  content: string;
  /**
   * Who saved it: `page:<origin>` for a web page, `api:<token name>` for a token (`import:<token name>` for its
   * imports), otherwise the part of the extension, such as `popup`; set by the service, not by the request.
   */
  source: string;
  tags: string[];
  /** The id of its collection. */
  collection: string | null;
  url: string | null;
  title: string | null;
  /** What was captured; null if unknown. */
  capture: {
    /** What was saved. */
    kind: 'selection' | 'page' | 'link' | 'image' | 'pdf' | 'note';
    author?: string | undefined;
    siteName?: string | undefined;
    publishedAt?: string | undefined;
    /** A BCP 47 tag. */
    language?: string | undefined;
    /** The address of a picture. */
    image?: string | undefined;
    /** The text before and after a quote. */
    quote?: {
      prefix: string;
      suffix: string;
    } | undefined;
    /** The page number in a document; 1 to 1000000. */
    page?: number | undefined;
  } | null;
  /** 1 at creation, +1 with each change. */
  version: number;
  createdAt: string;
  updatedAt: string;
  /** Only in the trash. */
  deletedAt?: string | undefined;
  /** Only if imported. */
  origin?: {
    source: string;
    createdAt: string;
  } | undefined;
  /** Present only if the text looks like instructions aimed at a language model (prompt injection); says why. */
  untrusted?: {
    reasons: string[];
  } | undefined;
}

export interface MemoryPage {
  memories: Memory[];
  /** Null on the last page. */
  nextCursor: string | null;
}

/** Requests per fixed window of seconds. */
export interface RateLimit {
  /** 1 to 1000000. */
  requests: number;
  /** 1 to 86400. */
  seconds: number;
}

export interface ReadDigestQuery {
  /** Only ids greater than this one; at most 128 characters. */
  after?: string | undefined;
  /** Only ids up to this one; at most 128 characters. */
  through?: string | undefined;
  /** The maximum number of ranges in the response; 1 to 64, default 64. */
  parts?: number | undefined;
}

export interface Search {
  /** The last word also matches as a prefix, unless white space follows it; at most 1024 characters. */
  query?: string | undefined;
  /** Instead of a query: find memories similar in meaning to a memory or a text. */
  like?: {
    /** At most 128 characters. */
    memoryId: string;
  } | {
    /** 1 to 65536 bytes of UTF-8 after trailing white space is removed. */
    text: string;
  } | undefined;
  /** Default hybrid. */
  mode?: SearchMode | undefined;
  /** 1 to 100, default 10. */
  limit?: number | undefined;
  filters?: SearchFilters | undefined;
}

export interface SearchAnswer {
  memories: SearchHit[];
  /** The mode used. */
  mode: SearchMode;
  /** The share of the searched memories that the current model has indexed; 0 in mode keyword; 0 to 1. */
  coverage: number;
}

export interface SearchFilters {
  /** A collection's id or its name; at most 128 characters. */
  collection?: string | undefined;
  /** At most 32. */
  tags?: string[] | undefined;
  /** Only memories with this source; at most 512 characters. */
  source?: string | undefined;
  /** Only memories created later than this; at most 64 characters. */
  createdAfter?: string | undefined;
  /** Only memories created earlier than this; at most 64 characters. */
  createdBefore?: string | undefined;
  /** A host name; memories from its subdomains match too; at most 253 characters. */
  site?: string | undefined;
  /** Words and phrases that must all occur exactly, except for case and diacritics; at most 8. */
  phrases?: string[] | undefined;
  /** Words and phrases that must not occur; at most 8. */
  not?: string[] | undefined;
}

export interface SearchHit extends Memory {
  /** Never rises from one hit to the next; can be compared only within one response; 0 to 1. */
  score: number;
  match: Match;
}

export interface TagPage {
  tags: {
    tag: string;
    memoryCount: number;
  }[];
  /** Null on the last page. */
  nextCursor: string | null;
}

export interface Token {
  id: string;
  name: string;
  scopes: Scope[];
  /** The only collections that the token sees; null: all. */
  collections: string[] | null;
  /** The page origin that the token is bound to; null: none; absent from older servers, which means null. */
  origin?: string | null | undefined;
  /** Whether the token may change only memories that it saved itself; absent from older servers, which means false. */
  ownOnly?: boolean | undefined;
  /** Whether the token is paused: it is refused until it is resumed; absent from older servers, which means false. */
  paused?: boolean | undefined;
  rateLimit: RateLimit;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
}

export interface TokenPage {
  tokens: Token[];
  /** Null on the last page. */
  nextCursor: string | null;
}

export interface UndoImport {
  /** At most 500. */
  memories: ImportedVersion[];
}

export interface UndoImportAnswer {
  memories: UndoResult[];
}

export interface UndoResult {
  id: string;
  /**
   * `changed`: it has another version, and stays; `absent`: the caller imported no memory with this id, or can't see
   * it.
   */
  outcome: 'erased' | 'changed' | 'absent';
}

export interface UpdateMemory {
  /** 1 to 65536 bytes of UTF-8 after trailing white space is removed. */
  content?: string | undefined;
  /** At most 32. */
  tags?: string[] | undefined;
  collection?: string | null | undefined;
  url?: string | null | undefined;
  title?: string | null | undefined;
  capture?: {
    /** What was saved. */
    kind: 'selection' | 'page' | 'link' | 'image' | 'pdf' | 'note';
    /** At most 256 characters. */
    author?: string | undefined;
    /** At most 256 characters. */
    siteName?: string | undefined;
    /** At most 64 characters. */
    publishedAt?: string | undefined;
    /** At most 64 characters. */
    language?: string | undefined;
    /** At most 2048 characters. */
    image?: string | undefined;
    quote?: {
      /** At most 128 characters. */
      prefix: string;
      /** At most 128 characters. */
      suffix: string;
    } | undefined;
    /** 1 to 1000000. */
    page?: number | undefined;
  } | null | undefined;
}

export interface UpdateToken {
  /** At most 6. */
  scopes?: Scope[] | undefined;
  collections?: string[] | null | undefined;
  expiresAt?: string | null | undefined;
  rateLimit?: RateLimit | undefined;
  ownOnly?: boolean | undefined;
  paused?: boolean | undefined;
}

export interface Usage {
  plan: 'unlimited' | 'free';
  /** The trash does not count. */
  memories: {
    used: number;
    /** Null: no limit. */
    limit: number | null;
  };
  /** Of this UTC day. */
  transactionsToday: {
    used: number;
    /** Null: no limit. */
    limit: number | null;
  };
  rateLimit: {
    limit: number;
    remaining: number;
    /** Unix seconds. */
    reset: number;
  };
}
