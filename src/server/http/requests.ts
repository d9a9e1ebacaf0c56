import type { IncomingMessage } from 'node:http';
import type { HostCheck } from './hosts.ts';
import { requestSizes } from './limits.ts';
import { refusals } from './refusals.ts';

/** What is looked at before anything reads the request. @throws Problem */
export function requireSound({ url = '', rawHeaders, headers }: Pick<IncomingMessage, 'url' | 'rawHeaders' | 'headers'>, answersUnder: HostCheck): void {
  if (Buffer.byteLength(url) > requestSizes.urlBytes) throw refusals.urlTooLong();
  const fields = rawHeaders.length / 2;
  const bytes = rawHeaders.reduce((sum, text) => sum + text.length, 0) + fields * ': \r\n'.length;
  if (fields > requestSizes.headerFields || bytes > requestSizes.headerBytes) throw refusals.headersTooLarge();
  if (!url.startsWith('/') || url.includes('\\')) throw refusals.target();
  const hosts = rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts !== 1 || headers.host === undefined) throw refusals.hostMissing();
  if (!answersUnder(headers.host)) throw refusals.wrongHost();
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw refusals.compressed();
}

/**
 * The address that sent a request. Behind a proxy that is known to stand in front, it is the last that `X-Forwarded-For` names: the proxy itself added it,
 * and what stands before it anybody may have written.
 */
export function addressOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>, behindProxy: boolean): string {
  const forwarded = behindProxy ? [headers['x-forwarded-for'] ?? []].flat().at(-1)?.split(',').at(-1)?.trim() : undefined;
  return forwarded || (socket.remoteAddress ?? '');
}
