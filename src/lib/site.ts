import { unicodeHost } from './text/punycode.ts';

/**
 * The site of an address: its host in lower case and ASCII, without `www.` and without the dot at the end of a
 * fully-qualified name. Null if the text isn't a URL or has no host.
 */
export function siteOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  return new URL(url).hostname.replace(/^www\.|\.$/g, '') || null;
}

/** The site of an address as searchable text: xn--bcher-kva.example becomes bücher.example. */
export const siteText = (url: string): string => unicodeHost(siteOf(url) ?? '');

/** Whether a site is `wanted` or one of its subdomains. */
export function isWithinSite(site: string | null, wanted: string): boolean {
  return site !== null && (site === wanted || site.endsWith(`.${wanted}`));
}

/** The site named by a host such as `Example.org` or `www.example.org`; null if it isn't just a host. */
export function siteNamed(host: string): string | null {
  return /^[^\s/?#@:\\]+$/u.test(host) ? siteOf(`http://${host}`) : null;
}
