import { callThrough, sendOnce, type Call } from '../call.ts';
import { fetchTransport } from '../transports/fetch.ts';
import { addressOf } from './settings.ts';
import type { ClientOptions } from './settings.ts';

/**
 * Returns a function that calls any operation, for a small bundle: it sends each request once and doesn't ask what the
 * server offers.
 * `await createCall({ baseUrl, token })(searchMemories, { body: { query: 'boiler' } })`
 */
export function createCall(
  options: Pick<ClientOptions, 'baseUrl' | 'token' | 'fetch' | 'timeout' | 'headers'> = {},
): Call {
  const { baseUrl, token } = addressOf(options);
  return callThrough(sendOnce(fetchTransport(baseUrl, options)), { token, headers: options.headers });
}
