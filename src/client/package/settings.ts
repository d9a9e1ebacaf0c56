import { isBearerToken } from '../../lib/bearer-token.ts';
import { CommonplaceError } from '../errors.ts';
import type { Transport } from '../transport.ts';
import { fetchTransport, serverAt } from '../transports/fetch.ts';
import { systemClock, type Clock } from '../sending/clock.ts';
import type { LogEvent, SenderSettings } from '../sending/sender.ts';

export interface ClientOptions {
  /** The server's address, with or without `/v1`. Default: the environment variable `COMMONPLACE_URL`. */
  baseUrl?: string | undefined;
  /** Default: the environment variable `COMMONPLACE_TOKEN`. */
  token?: string | undefined;
  /** Sends the requests instead of `fetch`. `baseUrl` and the environment variables are then unused. */
  transport?: Transport | undefined;
  /** Used instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds for each attempt; default 20,000. `Infinity`: no limit. */
  timeout?: number | undefined;
  /** The maximum number of times that a request is sent again, if that is safe; default 2. */
  maxRetries?: number | undefined;
  /** If a server asks for a longer wait than this, in milliseconds, the call rejects at once. Default 60,000. */
  maxWait?: number | undefined;
  /** Sent with every request. */
  headers?: Record<string, string> | undefined;
  /** Receives an event for each attempt and each retry, without tokens, queries and content. */
  log?: ((event: LogEvent) => void) | undefined;
  /** For tests. */
  clock?: Clock | undefined;
}

/** @throws CommonplaceError if `addressOf` does; never with a `transport`, which needs no address */
export function settingsOf(options: ClientOptions): SenderSettings {
  const { timeout = 20_000, maxRetries = 2, maxWait = 60_000, headers, log, clock = systemClock } = options;
  const shared = { timeout, maxRetries, maxWait, headers, log, clock };
  if (options.transport)
    return { ...shared, transport: options.transport, server: 'Commonplace', token: options.token };
  const { baseUrl, token } = addressOf(options);
  const transport = fetchTransport(baseUrl, { fetch: options.fetch, timeout: Infinity });
  return { ...shared, transport, server: serverAt(baseUrl), token };
}

/** @throws CommonplaceError if the address or the token is missing or invalid */
export function addressOf(options: Pick<ClientOptions, 'baseUrl' | 'token'>): { baseUrl: string; token: string } {
  const baseUrl = trimmed(options.baseUrl, 'COMMONPLACE_URL');
  const token = trimmed(options.token, 'COMMONPLACE_TOKEN');
  if (!baseUrl) throw new CommonplaceError('Give `baseUrl`, or set COMMONPLACE_URL.');
  if (!/^https?:\/\/[^?#]+$/.test(baseUrl) || !URL.canParse(baseUrl))
    throw new CommonplaceError('`baseUrl` must be an http:// or https:// address without ? or #.');
  if (!token) throw new CommonplaceError('Give `token`, or set COMMONPLACE_TOKEN.');
  if (!isBearerToken(token)) throw new CommonplaceError('The token contains invalid characters.');
  return { baseUrl, token };
}

/**
 * The trimmed option or, without it, the trimmed environment variable `name`. Browsers have no environment variables.
 */
function trimmed(option: string | undefined, name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return (option ?? process?.env?.[name])?.trim();
}
