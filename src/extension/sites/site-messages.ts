import { browser } from 'wxt/browser';
import type { MessageHandlers } from '../messages.ts';
import type { Consent, SiteMessage } from './messages.ts';
import type { Refusals } from './refusals.ts';
import type { Sites } from './sites.ts';

const consentPage = '/consent.html';
const windowSize = { width: 460, height: 680 };

/** Handlers for own pages. */
export function siteMessages(sites: Sites, refusals: Refusals): Record<SiteMessage['kind'], MessageHandlers[string]> {
  return {
    'site.look': ({ tabId }) => sites.look(Number(tabId)),
    'site.review': ({ tabId }) => openConsent(Number(tabId)),
    'site.asked': ({ tabId }) => sites.asked(Number(tabId)),
    'site.allow': (message) => sites.allow(message as unknown as Consent),
    'site.deny': ({ tabId, origin, never }) => sites.deny(Number(tabId), String(origin), never === true),
    'site.revoke': ({ id }) => sites.revoke(String(id)),
    'site.changed': () => sites.settle(),
    'site.silent': () => refusals.silent(),
    'site.setSilent': ({ origin, silent }) => refusals.setSilent(String(origin), silent === true),
  };
}

/** Opens the consent window, or shows the one that is open for this tab. */
async function openConsent(tabId: number): Promise<void> {
  const url = browser.runtime.getURL(`${consentPage}?tab=${tabId}` as '/');
  const open = (await browser.tabs.query({})).find((tab) => tab.url === url);
  if (open?.windowId !== undefined) await browser.windows.update(open.windowId, { focused: true });
  else await browser.windows.create({ url, type: 'popup', ...windowSize });
}
