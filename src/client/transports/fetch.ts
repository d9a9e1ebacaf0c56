import { versionPrefix } from '../../v1/operations.ts';
import type { Transport } from '../transport.ts';

/** Time limit of a request, in milliseconds. */
const answerMs = 20_000;

/** A transport to a v1 server over HTTP. `baseUrl` may end with the version or not. */
export function fetchTransport(baseUrl: string): Transport {
  const base = baseUrl.replace(/\/+$/, '').replace(new RegExp(`${versionPrefix}$`), '');
  return async ({ method, path, headers, body }, { signal } = {}) => {
    const limit = AbortSignal.timeout(answerMs);
    const response = await fetch(base + path, {
      method,
      headers,
      ...(body !== undefined && { body }),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    });
    const text = await response.text();
    return {
      commonplace: 1,
      status: response.status,
      headers: Object.fromEntries(response.headers),
      ...(text !== '' && { body: text }),
    };
  };
}
