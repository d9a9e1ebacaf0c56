import { isIP } from 'node:net';

/** Whether a server answers under the name of a `Host` header; the port in it is passed over. */
export type HostCheck = (host: string) => boolean;

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Keeps pages of other sites out that make their own name point here (DNS rebinding): a server on a loopback address answers under loopback names and those of `allowed` only.
 * One on other addresses answers under any address too, since an address can't be made to point elsewhere, but under no other name.
 */
export function hostCheck(bound: string, allowed: readonly string[]): HostCheck {
  const names = new Set([...loopbackNames, inUrl(bound), ...allowed.map((name) => name.toLowerCase())]);
  const anyAddress = !isLoopback(bound);
  return (host) => {
    const name = nameOf(host);
    return name !== undefined && (names.has(name) || (anyAddress && isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0));
  };
}

/** An address as it stands in a URL. */
const inUrl = (address: string): string => (isIP(address) === 6 ? `[${address}]` : address.toLowerCase());

export const originOf = (address: string, port: number): string => `http://${inUrl(address)}:${port}`;

/** Where a browser on this machine reaches a server that is bound to an address: one on all addresses by name, since not every system connects to 0.0.0.0. */
export const reachable = (bound: string): string => (['0.0.0.0', '::'].includes(bound) ? 'localhost' : bound);

/** Whether an address, or `localhost`, is of this machine alone. */
export function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^(?:::ffff:)?127(?:\.\d+){3}$/.test(address);
}

function nameOf(host: string): string | undefined {
  const [, name] = /^(\[[0-9a-f:.]+\]|[^:/?#@\\\s]+)(?::\d+)?$/i.exec(host) ?? [];
  return name?.toLowerCase();
}
