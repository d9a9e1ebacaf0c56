import { Deadline } from '../deadline.ts';
import { CommonplaceError, ConnectionFailed } from '../errors.ts';
import type { Transport } from '../transport.ts';

/** Default time limit of a request, in milliseconds. */
const answerMs = 20_000;

/** Codes of failures before anything is sent, in Node, Deno and Bun. */
const unsent =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$/;

/** Outside browsers there is no cache, no cookie and no referrer, and these options would only take time. */
const inBrowsers = { cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer' } satisfies RequestInit;

export interface FetchOptions {
  /** Used instead of the global `fetch`. If it rejects with a CommonplaceError, so does the request. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Time limit of a request, in milliseconds. `Infinity`: none. */
  timeout?: number | undefined;
}

/** A transport to a v1 server over HTTP. `baseUrl`: with or without `/v1`. */
export function fetchTransport(baseUrl: string, { fetch: fetcher, timeout = answerMs }: FetchOptions = {}): Transport {
  const base = baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '').replace(/\/+$/, '');
  const privacy = 'location' in globalThis ? inBrowsers : {};
  return async ({ method, path, headers, body }, { signal } = {}) => {
    const deadline = new Deadline(timeout, signal);
    const until = deadline.signal;
    try {
      const response = await (fetcher ?? fetch)(base + path, {
        method,
        headers,
        ...(body !== undefined && { body }),
        ...(until && { signal: until }),
        redirect: 'error',
        ...privacy,
      });
      const text = await response.text();
      const received: Record<string, string> = {};
      response.headers.forEach((value, name) => (received[name] = value));
      return { commonplace: 1, status: response.status, headers: received, ...(text !== '' && { body: text }) };
    } catch (cause) {
      if (cause instanceof CommonplaceError) throw cause;
      if (deadline.hasPassed) throw deadline.failure(serverAt(base), cause);
      const code = codeOf(cause);
      const why = code === undefined ? '' : ` (${code})`;
      const mayHaveArrived = !unsent.test(code ?? '');
      throw new ConnectionFailed(`Couldn't reach ${serverAt(base)}${why}.`, { cause, mayHaveArrived });
    } finally {
      deadline.end();
    }
  };
}

/** How an error names a server: its address without a path and without a password. */
export const serverAt = (baseUrl: string): string => new URL(baseUrl).origin;

/** The system's code for the failure. Browsers give none. */
function codeOf(failure: unknown): string | undefined {
  const { code, cause } = failure as { code?: unknown; cause?: { code?: unknown } };
  const found = cause?.code ?? code;
  return typeof found === 'string' ? found : undefined;
}
