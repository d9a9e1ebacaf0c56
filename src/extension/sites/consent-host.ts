import { browser } from 'wxt/browser';
import type { ConsentHost } from '../../ui/consent/host.ts';
import type { Asked, SiteMessage } from './messages.ts';

/** What the consent window needs from the browser. The window's address has the id of the tab that asks. */
export function consentHost(): ConsentHost {
  const tabId = Number(new URLSearchParams(location.search).get('tab'));
  let asked: Asked | undefined;
  return {
    async asking() {
      // A message turns undefined into null.
      asked = (await send<Asked | null>({ kind: 'site.asked', tabId })) ?? undefined;
      return asked;
    },
    permit: async () => asked !== undefined && (await browser.permissions.request({ origins: [asked.pattern] })),
    allow: async (rights) =>
      asked !== undefined && (await send({ kind: 'site.allow', tabId, origin: asked.origin, rights })) === true,
    async deny(never) {
      if (asked) await send({ kind: 'site.deny', tabId, origin: asked.origin, never });
    },
    close: () => window.close(),
  };
}

const send = <Answer>(message: SiteMessage): Promise<Answer> => browser.runtime.sendMessage(message);
