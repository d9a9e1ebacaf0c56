/** A memory as in the source document, the short specification that v1 extends. */
export interface Memory {
  id: string;
  content: string;
  source: string;
  tags: string[];
  createdAt: string;
  updatedAt: string;
  /** The collection's id. */
  collection?: string;
}

export interface Collection {
  id: string;
  name: string;
}

/** Everything that a server stores, oldest first. */
export interface Kept {
  memories: Memory[];
  collections: Collection[];
}

export interface Page {
  memories: Memory[];
  /** Undefined on the last page. */
  next: string | undefined;
}

export interface Filters {
  collection?: string;
  tags?: string[];
}

let lastId = 0;

/** The parts of the server’s work. A test can replace each part with a faulty one. */
export const correctParts = {
  newId: (kind: 'mem' | 'col'): string => `${kind}_${(++lastId).toString(36).padStart(6, '0')}`,

  timeOf: (milliseconds: number): string => new Date(milliseconds).toISOString(),

  isAuthorized: (authorization: string | undefined, token: string): boolean => authorization === `Bearer ${token}`,

  /** @throws SyntaxError */
  parse: (text: string): unknown => JSON.parse(text),

  create: (
    fields: { content: string; tags?: string[]; collection?: string },
    made: { id: string; now: string },
  ): Memory => ({
    id: made.id,
    content: fields.content,
    source: 'api',
    tags: fields.tags ?? [],
    createdAt: made.now,
    updatedAt: made.now,
    ...(fields.collection !== undefined && { collection: fields.collection }),
  }),

  change: (memory: Memory, fields: Partial<Pick<Memory, 'content' | 'tags' | 'collection'>>, now: string): Memory => ({
    ...memory,
    ...fields,
    updatedAt: now,
  }),

  read: (kept: Kept, id: string): Memory | undefined => kept.memories.find((memory) => memory.id === id),

  /** The page after the cursor, which is an id in base64; the first page if there is no cursor. */
  page: (memories: readonly Memory[], limit: number, cursor: string | undefined): Page => {
    const after = cursor === undefined ? -1 : memories.findIndex(({ id }) => btoa(id) === cursor);
    const shown = memories.slice(after + 1, after + 1 + limit);
    const hasMore = after + 1 + limit < memories.length;
    return { memories: shown, next: hasMore ? btoa(shown.at(-1)?.id ?? '') : undefined };
  },

  members: (kept: Kept, collection: string): Memory[] =>
    kept.memories.filter((memory) => memory.collection === collection),

  passes: (memory: Memory, { collection, tags = [] }: Filters): boolean =>
    (collection === undefined || memory.collection === collection) && tags.every((tag) => memory.tags.includes(tag)),

  matches: (memory: Memory, query: string): boolean =>
    query
      .toLowerCase()
      .split(/\s+/)
      .some((word) => word !== '' && memory.content.toLowerCase().includes(word)),

  limitHits: (memories: readonly Memory[], limit: number): Memory[] => memories.slice(0, limit),

  rateHeaders: (rate: { limit: number; remaining: number; reset: number }): Record<string, string> => ({
    'X-RateLimit-Limit': String(rate.limit),
    'X-RateLimit-Remaining': String(rate.remaining),
    'X-RateLimit-Reset': String(rate.reset),
  }),

  errorBody: (code: string, message: string, retryAfter?: number): unknown => ({
    error: { code, message, ...(retryAfter !== undefined && { retryAfter }) },
  }),
};

export type Parts = typeof correctParts;
