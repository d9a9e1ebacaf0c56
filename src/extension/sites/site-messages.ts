import { browser } from 'wxt/browser';
import type { MessageHandlers } from '../messages.ts';
import type { Consent, SiteMessage } from './messages.ts';
import type { Refusals } from './refusals.ts';
import { sitePageIn } from './request.ts';
import type { Sites } from './sites.ts';

const consentPage = '/consent.html';
const windowSize = { width: 460, height: 680 };

/** Handlers for messages from the extension's own pages. */
export function siteMessages(sites: Sites, refusals: Refusals): Record<SiteMessage['kind'], MessageHandlers[string]> {
  return {
    'site.look': ({ tabId }) => sites.pageSite(Number(tabId)),
    'site.review': ({ tabId }) => openConsent(Number(tabId)),
    'site.asked': ({ tabId }) => sites.asked(Number(tabId)),
    'site.allow': (message) => sites.allow(message as unknown as Consent),
    'site.deny': ({ tabId, origin, never }) => sites.deny(Number(tabId), String(origin), never === true),
    'site.revoke': ({ id, syncServer }) =>
      sites.revoke(String(id), typeof syncServer === 'string' ? syncServer : undefined),
    'site.forgetServer': ({ address, needed }) => sites.forgetServer(String(address), needed as string[]),
    'site.changed': ({ origin }) => sites.changed(String(origin)),
    'site.silent': () => refusals.silent(),
    'site.setSilent': ({ origin, silent }) => refusals.setSilent(String(origin), silent === true),
  };
}

/**
 * Opens the consent window. If a window is open for this tab, or for another tab of the same site, shows that window
 * instead.
 */
async function openConsent(tabId: number): Promise<void> {
  const start = browser.runtime.getURL(`${consentPage}?tab=` as '/');
  const origin = (await sitePageIn(tabId))?.origin;
  for (const { url, windowId } of await browser.tabs.query({})) {
    if (url?.startsWith(start) !== true) continue;
    const asking = Number(url.slice(start.length));
    if (asking === tabId || (origin !== undefined && (await sitePageIn(asking))?.origin === origin))
      return void (await browser.windows.update(windowId, { focused: true }));
  }
  await browser.windows.create({ url: start + tabId, type: 'popup', ...windowSize });
}
