/** Limits that apply with or without a token. Times are in milliseconds. */
export interface HttpLimits {
  /** From the first byte of a request to the end of its headers. */
  headersMs: number;
  /** From the first byte of a request to its last. */
  requestMs: number;
  /** The longest idle time between two requests of a connection. */
  keepAliveMs: number;
  /** The longest idle time of a connection during a response, so that a client that stops reading is dropped. */
  stallTimeoutMs: number;
  /** How often `headersMs` and `requestMs` are checked. */
  checkMs: number;
  /** How long running requests may take during shutdown. */
  drainMs: number;
  /** The maximum number of open connections per sender; behind a proxy, per client that the proxy names (./sockets). */
  socketsPerSender: number;
}

export const httpLimits: HttpLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 5_000,
  stallTimeoutMs: 120_000,
  checkMs: 1_000,
  drainMs: 10_000,
  socketsPerSender: 512,
};

/**
 * Sizes shared by the parser and the request checks. `urlBytes` fits the longest list request that the contract
 * permits, about 82 KB: 32 tags, 16 phrases, a url, a source and a collection, with up to twelve bytes per escaped
 * character.
 */
export const requestSizes = { headerFields: 64, headerBytes: 16_384, urlBytes: 98_304 } as const;
