/** The choices that the source document of v1 (see docs/v1.md) leaves to a server. */
export interface Choices {
  /**
   * nextCursor on the last page. With `repeated`, the last page has the cursor with which it was requested. If the
   * first page is also the last, its cursor leads to an empty page.
   */
  lastCursor: 'null' | 'empty' | 'missing' | 'repeated';
  /** The unit of X-RateLimit-Reset, counted from now or since 1970. */
  reset: 'seconds' | 'milliseconds' | 'Unix seconds' | 'Unix milliseconds';
  /** The status of a successful create. The source document has 201; many servers return 200. */
  createdStatus: 200 | 201;
  collectionField: 'id' | 'name' | 'missing';
  /** How bodies of requests name a collection. A reference of the other kind counts as an unknown collection. */
  reference: 'id' | 'name';
  order: 'newest first' | 'oldest first' | 'last changed first' | 'arbitrary';
  extraFields: boolean;
  unknownKeys: 'drops' | 'refuses';
  /** How the server changes texts before storing them. `escapes`: `&` becomes `&amp;` (not used by test/simulation). */
  rewrites: 'nothing' | 'trims and lower-cases tags' | 'cuts content and tags' | 'escapes';
  /** Request limit of a token and length of its window. */
  rate: { requests: number; seconds: number };
  limitedStatus: 403 | 429 | 503;
  /** The number of successful writes after which the server refuses all other writes. */
  transactions: number;
}

export const usualChoices: Choices = {
  lastCursor: 'null',
  reset: 'seconds',
  createdStatus: 201,
  collectionField: 'id',
  reference: 'id',
  order: 'newest first',
  extraFields: false,
  unknownKeys: 'drops',
  rewrites: 'nothing',
  rate: { requests: 10_000, seconds: 60 },
  limitedStatus: 429,
  transactions: Infinity,
};
