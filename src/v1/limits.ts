/** The limits, defaults and periods of the v1 contract. Bytes are UTF-8, characters are code points. */
export const limits = {
  contentBytes: 65_536,
  tags: 32,
  tagCharacters: 64,
  /**
   * The most combining marks in a row, as in Unicode's stream-safe text format (UAX #15).
   * Normalisation takes time quadratic in the length of such a run.
   */
  combiningMarks: 30,
  urlCharacters: 2_048,
  titleCharacters: 512,
  /** The longest host name. */
  siteCharacters: 253,
  phrases: 8,
  phraseCharacters: 128,
  collectionNameCharacters: 128,
  tokenNameCharacters: 128,
  tokenCollections: 100,
  /** The longest ISO 8601 time. */
  timeCharacters: 64,
  sourceCharacters: 512,
  /** The longest JSON of `capture`. */
  captureBytes: 4_096,
  /** The longest author, and the longest site name, of a capture. */
  creditCharacters: 256,
  /** The longest BCP 47 language tag that is stored. */
  languageCharacters: 64,
  /** The longest text kept before a quote, and after it. */
  quoteContextCharacters: 128,
  bodyBytes: 262_144,
  /** The largest body of an import request, which takes many memories. */
  importBodyBytes: 1_048_576,
  /** The most memories, and the most collections, in one import request. */
  importRows: 500,
  batchRequests: 100,
  /** The longest path in a batch, with its query. */
  batchPathCharacters: 1_024,
  /** Higher than the version of any real memory, and low enough that adding to it stays exact. */
  maxVersion: 1_000_000_000,
  pageDefault: 20,
  maxPageSize: 100,
  /** A cursor may contain a key of 128 characters, each of up to 33 bytes after NFKC (U+FDFA). */
  cursorCharacters: 8_192,
  searchDefault: 10,
  maxSearchResults: 100,
  queryCharacters: 1_024,
  likeBytes: 65_536,
  /** How many queries of one user, and how many texts of `like`, may wait for the model at once. */
  waitingQueries: 64,
  waitingTexts: 8,
  /** The `Retry-After`, in seconds, of a `like` that is refused because `waitingTexts` texts wait already. */
  waitingSeconds: 2,
  /** The maximum number of parameters in a query string: enough for every known one and all tags. */
  parameters: 64,
  /** How many errors of one request are reported. */
  errorDetails: 20,
  /** How many secrets of one token are valid at once; a further one invalidates the oldest. */
  tokenSecrets: 64,
  /** The longest serialised origin of a web page. */
  originCharacters: 512,
  idCharacters: 128,
  /** The most ranges into which a digest divides the memories. */
  digestParts: 64,
  idempotencyKeyCharacters: 255,
  idempotencyDays: 7,
  trashDays: 30,
  /** How long the change feed lists a memory that was deleted for good. */
  changesDays: 90,
  /** How many ancestors a token may have: its creator, the creator's creator, and so on. */
  tokenAncestors: 8,
  /** Undoing a save within this time refunds the transaction that the save used up (see `plans`). */
  refundSeconds: 60,
} as const;

/** The default rate limit of a token: requests in a fixed window. */
export const defaultRateLimit = { requests: 120, seconds: 60 };

/** The rate limit of the extension's own pages. */
export const ownPagesRateLimit = { requests: 6_000, seconds: 60 };

export const plans = {
  unlimited: { memories: null, transactionsPerDay: null },
  free: { memories: 200, transactionsPerDay: 10 },
} as const satisfies Record<string, { memories: number | null; transactionsPerDay: number | null }>;

export type PlanName = keyof typeof plans;
