import type { RequestEnvelope } from '../v1/envelope.ts';
import { headers } from '../v1/headers.ts';
import { searchMemories } from './operations.ts';

/** Returns true only if a repetition is known to be safe: for a GET, a search, or a request with an idempotency key. */
export function isRepeatable({ method, path, headers: sent }: RequestEnvelope): boolean {
  const key = headers.idempotencyKey.toLowerCase();
  const isSearch = path === searchMemories.path;
  return method === 'GET' || isSearch || Object.keys(sent).some((name) => name.toLowerCase() === key);
}
