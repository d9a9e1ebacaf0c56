/** The names of v1's headers, spelled as in HTTP and in the source document that our v1 extends (see docs/v1.md). */
export const headers = {
  rateLimit: 'X-RateLimit-Limit',
  rateRemaining: 'X-RateLimit-Remaining',
  /** Unix seconds. */
  rateReset: 'X-RateLimit-Reset',
  retryAfter: 'Retry-After',
  extensions: 'Memory-Extensions',
  idempotencyKey: 'Idempotency-Key',
  idempotencyReplayed: 'Idempotency-Replayed',
  etag: 'ETag',
  ifMatch: 'If-Match',
  location: 'Location',
  allow: 'Allow',
  authenticate: 'WWW-Authenticate',
} as const;
