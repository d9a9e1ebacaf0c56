import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';

/**
 * Who is counted as one for an address as it stands in a connection or in a header, there perhaps with a port: an IPv4 address, also where it is written as IPv6, or the first 64 bits of one of IPv6,
 * since whoever has one has at least so many (RFC 6177). Undefined for what is no address.
 */
function rateLimitBucket(text: string): string | undefined {
  if (isIP(text) === 4) return text;
  const address = text.replace(/^\[(.*)\](?::\d+)?$|^([^:]*):\d+$/, '$1$2').replace(/%.*/, '');
  if (isIP(address) === 4) return address;
  if (isIP(address) === 0) return undefined;
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6).map((group) => parseInt(group, 16));
  if (/^(?:0 ){5}ffff /.test(groups.join(' '))) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an IPv6 address, in hexadecimal. */
function groupsOf(address: string): string[] {
  const [before = [], after = []] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
}

/** Whom a connection comes from; empty where that is not known. */
export function peerAddress({ remoteAddress = '' }: Pick<Socket, 'remoteAddress'>): string {
  return rateLimitBucket(remoteAddress) ?? '';
}

/**
 * Who sent a request. Behind a proxy that is known to stand in front, it is the last that `X-Forwarded-For` names: the proxy itself added it,
 * and what stands before it anybody may have written. Where that is no address, it is the proxy.
 */
export function clientAddress(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  behindProxy: boolean,
): string {
  const forwarded = behindProxy
    ? ([headers['x-forwarded-for'] ?? []].flat().at(-1)?.split(',').at(-1)?.trim() ?? '')
    : '';
  return rateLimitBucket(forwarded) ?? peerAddress(socket);
}
