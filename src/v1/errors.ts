/**
 * Every error code of v1 with its statuses, the usual one first.
 * A code never changes its meaning. Clients decide by the code; the message is for people.
 */
export const errorCodes = {
  invalid_request: {
    statuses: [400, 408, 414, 421, 431],
    meaning: 'body, query, path or headers are invalid; 408: the request took too long to arrive',
  },
  unauthorized: {
    statuses: [401],
    meaning: 'no token, or an unknown, expired or revoked one, or one used from another origin',
  },
  forbidden: { statuses: [403], meaning: 'the token lacks a scope or may not do this' },
  quota_exceeded: { statuses: [403], meaning: "the plan's memories or the day's transactions are used up" },
  not_found: {
    statuses: [404, 410],
    meaning: 'no such resource, or not visible to this token; 410: the change feed no longer reaches back to `since`',
  },
  method_not_allowed: { statuses: [405], meaning: 'the path exists, but not with this method' },
  conflict: {
    statuses: [409],
    meaning:
      'the name is taken; or the idempotency key was used with another body, or its first request is still running',
  },
  precondition_failed: { statuses: [412], meaning: 'If-Match names another version' },
  payload_too_large: { statuses: [413], meaning: 'the body is larger than the service accepts' },
  unsupported_media_type: { statuses: [415], meaning: 'a body that is not JSON' },
  rate_limited: { statuses: [429], meaning: 'too many requests in this window' },
  internal: { statuses: [500], meaning: 'an error in the service' },
  unavailable: {
    statuses: [503],
    meaning: 'the store, or the model that the request needs, is unavailable, or the index is far behind',
  },
  storage_full: { statuses: [507], meaning: "the disk or the browser's quota is full; nothing was stored" },
} as const satisfies Record<string, { statuses: readonly [number, ...number[]]; meaning: string }>;

export type ErrorCode = keyof typeof errorCodes;

export const errorCodeNames = Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]];
