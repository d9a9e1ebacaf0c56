import { isIP } from 'node:net';

/** Whether a server answers for the name in a `Host` header. Ignores the port. */
export type HostCheck = (host: string) => boolean;

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Protects against DNS rebinding, by which a site points its own name at this server. Every server accepts the loopback
 * names, `bound` and the names in `allowed`. A server that isn't on a loopback address also accepts every IP address,
 * because IP addresses can't be rebound.
 */
export function hostCheck(bound: string, allowed: readonly string[]): HostCheck {
  const names = new Set([...loopbackNames, inUrl(bound), ...allowed.map((name) => name.toLowerCase())]);
  const anyAddress = !isLoopback(bound);
  return (host) => {
    const name = nameOf(host);
    return name !== undefined && (names.has(name) || (anyAddress && isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0));
  };
}

const inUrl = (address: string): string => (isIP(address) === 6 ? `[${address}]` : address.toLowerCase());

export const originOf = (address: string, port: number): string => `http://${inUrl(address)}:${port}`;

/**
 * The host under which a browser on this machine reaches a server. For a server on all addresses this is `localhost`,
 * since not every system connects to 0.0.0.0.
 */
export const reachableHost = (bound: string): string => (['0.0.0.0', '::'].includes(bound) ? 'localhost' : bound);

/** Whether an address, or `localhost`, is reachable only from this machine. */
export function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^(?:::ffff:)?127(?:\.\d+){3}$/.test(address);
}

function nameOf(host: string): string | undefined {
  const [, name] = /^(\[[0-9a-f:.]+\]|[^:/?#@\\\s]+)(?::\d+)?$/i.exec(host) ?? [];
  return name?.toLowerCase();
}
