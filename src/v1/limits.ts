/** Every number of the v1 contract, in one place. Bytes are bytes of UTF-8, characters are code points. */
export const limits = {
  contentBytes: 65_536,
  tags: 32,
  tagCharacters: 64,
  /** In a row, as in Unicode's stream-safe text format (UAX #15): the cost of normalising grows with the square of a run. */
  combiningMarks: 30,
  urlCharacters: 2_048,
  titleCharacters: 512,
  collectionNameCharacters: 128,
  tokenNameCharacters: 128,
  tokenCollections: 100,
  /** The longest ISO 8601 time. */
  timeCharacters: 64,
  sourceCharacters: 512,
  bodyBytes: 262_144,
  pageDefault: 20,
  pageMost: 100,
  /** A cursor may hold a key: of 128 characters, each of up to 33 bytes once it is a key (U+FDFA). */
  cursorCharacters: 8_192,
  searchDefault: 10,
  searchMost: 100,
  queryCharacters: 1_024,
  likeBytes: 65_536,
  /** Of one user, queries and texts of `like` that wait for the model at once. */
  waitingQueries: 64,
  waitingTexts: 8,
  /** How long to wait, in seconds, when more of them wait. */
  waitingSeconds: 2,
  /** Of an address: more than every one that there is, and all tags. */
  parameters: 64,
  /** How many faults of one request are told. */
  errorDetails: 20,
  /** How many secrets of one token are valid at once; a further one ends the oldest. */
  tokenSecrets: 64,
  /** Of the origin of a web page, serialised. */
  originCharacters: 512,
  idempotencyKeyCharacters: 255,
  idempotencyDays: 7,
  trashDays: 30,
  /** How many tokens in a row, each made by the one before, may lead to a token. */
  tokenAncestors: 8,
  /** Undoing a save within this many seconds gives its transaction back. */
  refundSeconds: 60,
} as const;

/** Requests in a fixed window, for a token that names no other limit. */
export const defaultRateLimit = { requests: 120, seconds: 60 };

/** What the extension's own pages may do. */
export const ownPagesRateLimit = { requests: 6_000, seconds: 60 };

export const plans = {
  unlimited: { memories: null, transactionsPerDay: null },
  free: { memories: 200, transactionsPerDay: 10 },
} as const satisfies Record<string, { memories: number | null; transactionsPerDay: number | null }>;

export type PlanName = keyof typeof plans;
