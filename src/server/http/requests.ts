import type { IncomingMessage } from 'node:http';
import type { HostCheck } from './hosts.ts';
import { requestSizes } from './limits.ts';
import { refusals } from './refusals.ts';

/** What is looked at before anything reads the request. @throws Problem */
export function requireValid(
  { url = '', rawHeaders, headers }: Pick<IncomingMessage, 'url' | 'rawHeaders' | 'headers'>,
  answersUnder: HostCheck,
): void {
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

/** Takes the absolute form of a target apart (RFC 9112, 3.2.2): its host takes the place of the one that `Host` names, for all who look at it from here on. */
export function toOriginForm(incoming: Pick<IncomingMessage, 'url' | 'headers'>): void {
  const [, host, target = ''] = /^https?:\/\/([^/?#]+)([/?].*)?$/i.exec(incoming.url ?? '') ?? [];
  if (host === undefined) return;
  incoming.url = target.startsWith('/') ? target : `/${target}`;
  incoming.headers.host = host;
}
