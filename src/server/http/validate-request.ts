import type { IncomingMessage } from 'node:http';
import { problemOf, type Problem } from '../../service/problem.ts';
import type { HostCheck } from './hosts.ts';
import { requestSizes } from './limits.ts';
import { refusals } from './refusals.ts';

/** Why each invalid request is refused. */
export const invalidRequests = new WeakMap<IncomingMessage, Problem>();

/**
 * Validates a request before Hono makes a `Request` of it, since that may throw. An invalid request gets a harmless URL
 * and is refused later.
 */
export function validateRequest(incoming: IncomingMessage, isAllowedHost: HostCheck): void {
  try {
    toOriginForm(incoming);
    requireValid(incoming, isAllowedHost);
  } catch (thrown) {
    invalidRequests.set(incoming, problemOf(thrown));
    incoming.url = '/';
    incoming.headers.host = 'localhost';
  }
}

/** @throws Problem */
function requireValid(
  { url = '', rawHeaders, headers }: Pick<IncomingMessage, 'url' | 'rawHeaders' | 'headers'>,
  isAllowedHost: HostCheck,
): void {
  if (Buffer.byteLength(url) > requestSizes.urlBytes) throw refusals.urlTooLong();
  const fields = rawHeaders.length / 2;
  const bytes = rawHeaders.reduce((sum, text) => sum + text.length, 0) + fields * ': \r\n'.length;
  if (fields > requestSizes.headerFields || bytes > requestSizes.headerBytes) throw refusals.headersTooLarge();
  if (!url.startsWith('/') || url.includes('\\')) throw refusals.target();
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts !== 1 || headers.host === undefined) throw refusals.hostMissing();
  if (!isAllowedHost(headers.host)) throw refusals.wrongHost();
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw refusals.compressed();
}

/** Turns a target in absolute form into origin form (RFC 9112, 3.2.2). The target's host replaces the `Host` header. */
function toOriginForm(incoming: Pick<IncomingMessage, 'url' | 'headers'>): void {
  const [, host, target = ''] = /^https?:\/\/([^/?#]+)([/?].*)?$/i.exec(incoming.url ?? '') ?? [];
  if (host === undefined) return;
  incoming.url = target.startsWith('/') ? target : `/${target}`;
  incoming.headers.host = host;
}
