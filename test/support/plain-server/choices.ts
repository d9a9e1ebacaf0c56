/** What the source document leaves open, and a server may choose as it likes. */
export interface Choices {
  /** What nextCursor is on the last page. */
  lastCursor: 'null' | 'empty' | 'missing';
  /** What X-RateLimit-Reset counts: from now, or from 1970. */
  reset: 'seconds' | 'milliseconds' | 'Unix seconds' | 'Unix milliseconds';
  /** The source document has 201; many servers answer 200. */
  createdStatus: 200 | 201;
  /** What a memory answers as its collection. */
  collectionField: 'id' | 'name' | 'missing';
  /** What a request names a collection by; with the other one the memory is in no collection. */
  reference: 'id' | 'name';
  order: 'newest first' | 'oldest first';
  /** Whether memories, collections and answers have fields that nobody asked for. */
  extraFields: boolean;
  /** How many requests a token may make in a window of so many seconds. */
  rate: { requests: number; seconds: number };
  /** With which status what came too fast is refused. */
  limitedStatus: 403 | 429 | 503;
  /** How many writes a day has; one more is refused. */
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
  rate: { requests: 10_000, seconds: 60 },
  limitedStatus: 429,
  transactions: Infinity,
};
