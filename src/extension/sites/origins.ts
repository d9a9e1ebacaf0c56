/** What the browser says about the sender of a message or a port. */
export interface PageSender {
  id?: string | undefined;
  origin?: string | undefined;
  url?: string | undefined;
  frameId?: number | undefined;
  documentLifecycle?: string | undefined;
  tab?: { id?: number | undefined; incognito?: boolean | undefined } | undefined;
}

const loopback = new Set(['localhost', '127.0.0.1']);

/**
 * The origin of an address whose page may ask for access: https, or http on localhost or 127.0.0.1. Undefined for any
 * other address.
 */
export function siteOrigin(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { origin, protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && loopback.has(hostname)) ? origin : undefined;
}

/**
 * The site that sent a message or opened a port, judged only by what the browser says. Undefined for any sender but our
 * content script in a tab. Undefined also for frames, for prerendered and private pages, for pages without a
 * {@link siteOrigin} and, in browsers that name the sender's origin, for sandboxed pages.
 */
export function siteOf(sender: PageSender | undefined, ownId: string): string | undefined {
  if (sender?.id !== ownId || sender.frameId !== 0) return undefined;
  if (sender.tab?.id === undefined || sender.tab.incognito === true) return undefined;
  if ((sender.documentLifecycle ?? 'active') !== 'active') return undefined;
  const origin = siteOrigin(sender.url);
  // A sandboxed page has the origin "null", although its address is like any other.
  return sender.origin === undefined || sender.origin === origin ? origin : undefined;
}

/** The match pattern of a site. `patternsHavePorts`: whether the browser's patterns may name a port. */
export function patternOf(origin: string, patternsHavePorts: boolean): string {
  const { protocol, hostname, host } = new URL(origin);
  return `${protocol}//${patternsHavePorts ? host : hostname}/*`;
}
