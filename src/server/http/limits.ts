/** What one client may ask of the server, whoever it is. Times are in milliseconds, sizes in bytes. */
export interface HttpLimits {
  /** From the first byte of a request to the end of its headers. */
  headersMs: number;
  /** From the first byte of a request to its last. */
  requestMs: number;
  /** How long a connection may rest between two requests. */
  keepAliveMs: number;
  /** How long a connection may rest while it is answered; so a client that does not read what it asked for is left. */
  silentMs: number;
  /** How often the two first are looked at. */
  checkMs: number;
  /** How long requests may still take once the server is to stop. */
  drainMs: number;
  /** At once, of one sender; behind a proxy, of the client that it names (./sockets). */
  socketsPerSender: number;
}

export const httpLimits: HttpLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 5_000,
  silentMs: 120_000,
  checkMs: 1_000,
  drainMs: 10_000,
  socketsPerSender: 512,
};

/**
 * Sizes that the parser and the checks of a request share. An address has room for the longest listing that the contract permits:
 * 32 tags, a url, a source and a collection of the most characters, each escaped to the twelve bytes of the longest, are 57 KB.
 */
export const requestSizes = { headerFields: 64, headerBytes: 16_384, urlBytes: 65_536 } as const;
