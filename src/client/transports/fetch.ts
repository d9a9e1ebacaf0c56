import { CommonplaceError, ConnectionFailed, TimedOut } from '../errors.ts';
import { withTimeLimit } from '../time-limit.ts';
import type { Transport } from '../transport.ts';

/** Default time limit of a request, in milliseconds. */
const answerMs = 20_000;

/** Codes of failures before anything is sent, in Node, Deno and Bun. */
const unsent =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$/;

/** Elsewhere there is no cache, no cookie and no referrer, and these options only take time. */
const inBrowsers = { cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer' } satisfies RequestInit;

export interface FetchOptions {
  /** Used instead of the global `fetch`. It may reject with a ConnectionFailed that says more than others. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Time limit of a request, in milliseconds. `Infinity`: none. */
  timeout?: number | undefined;
}

/** A transport to a v1 server over HTTP. `baseUrl` may end with the version or not. */
export function fetchTransport(baseUrl: string, { fetch: given, timeout = answerMs }: FetchOptions = {}): Transport {
  const base = baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '').replace(/\/+$/, '');
  const privacy = 'location' in globalThis ? inBrowsers : {};
  const late = (cause: unknown) => new TimedOut(`The server didn't respond within ${timeout} ms.`, { cause });
  return ({ method, path, headers, body }, { signal } = {}) =>
    withTimeLimit(
      timeout,
      signal,
      async (until) => {
        try {
          const response = await (given ?? fetch)(base + path, {
            method,
            headers,
            ...(body !== undefined && { body }),
            ...(until && { signal: until }),
            redirect: 'error',
            ...privacy,
          });
          const text = await response.text();
          const received: Record<string, string> = {};
          for (const [name, value] of response.headers) received[name] = value;
          return { commonplace: 1, status: response.status, headers: received, ...(text !== '' && { body: text }) };
        } catch (cause) {
          if (cause instanceof CommonplaceError) throw cause;
          throw new ConnectionFailed("Couldn't reach the server.", { cause, mayHaveArrived: !wasUnsent(cause) });
        }
      },
      late,
    );
}

/** A browser doesn't tell. */
function wasUnsent(failure: unknown): boolean {
  const { code, cause } = failure as { code?: unknown; cause?: { code?: unknown } };
  return unsent.test(String(cause?.code ?? code));
}
