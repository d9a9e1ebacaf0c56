import { signal } from '@preact/signals';
import type { Translate } from '../i18n/translator.ts';
import type { Notices } from '../state/notices.ts';
import { hostOf } from '../text/host-of.ts';
import type { PageSite, PopupHost } from './host.ts';

interface Parts {
  host: PopupHost;
  notices: Notices;
  t: Translate;
}

export type SiteAccess = ReturnType<typeof createSiteAccess>;

/** The access of the active page's site. */
export function createSiteAccess({ host, notices, t }: Parts) {
  const site = signal<PageSite>();

  async function refresh(): Promise<void> {
    site.value = await host.site().catch(() => undefined);
  }

  async function disconnect(): Promise<void> {
    const found = site.value;
    if (found?.state !== 'connected') return;
    try {
      await host.disconnectSite(found.id);
    } catch (failure) {
      return notices.fail(failure, disconnect);
    }
    await refresh();
    notices.say(t('site.disconnected', { site: hostOf(found.origin) }));
  }

  return { site, refresh, review: () => host.reviewSite(), disconnect };
}
