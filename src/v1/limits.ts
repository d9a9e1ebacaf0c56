/** Every number of the v1 contract, in one place. Bytes are bytes of UTF-8, characters are code points. */
export const limits = {
  contentBytes: 65_536,
  tags: 32,
  tagCharacters: 64,
  urlCharacters: 2_048,
  titleCharacters: 512,
  collectionNameCharacters: 128,
  tokenNameCharacters: 128,
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
  /** How many faults of one request are told. */
  errorDetails: 20,
  idempotencyKeyCharacters: 255,
  idempotencyDays: 7,
  trashDays: 30,
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
