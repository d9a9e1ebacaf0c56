import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';

/**
 * The rate-limit bucket of an address: the IPv4 address, even if written as IPv6, or the /64 of an IPv6 address. A /64
 * is the smallest range that one client gets (RFC 6177). The text may include a port. Undefined if the text isn't an
 * address.
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

function groupsOf(address: string): string[] {
  const [before = [], after = []] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
}

/** The rate-limit bucket of a connection's peer; empty if unknown. */
export function peerAddress({ remoteAddress = '' }: Pick<Socket, 'remoteAddress'>): string {
  return rateLimitBucket(remoteAddress) ?? '';
}

/**
 * The rate-limit bucket of the client that sent a request. Behind a trusted proxy, this is the last address in
 * `X-Forwarded-For`, which the proxy added; the client may have forged earlier ones. If the last entry is missing or
 * isn't an address, returns the proxy's bucket.
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
