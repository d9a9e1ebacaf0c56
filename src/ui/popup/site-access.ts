import { signal } from '@preact/signals';
import { pause } from '../../lib/timing.ts';
import type { Client } from '../../client/index.ts';
import type { PageLogControl, SiteLog } from '../../client/page-log.ts';
import type { Translate } from '../i18n/translator.ts';
import type { Notices } from '../state/notices.ts';
import { hostOf } from '../text/host-of.ts';
import type { PageSite, PopupHost } from './host.ts';

interface Parts {
  client: Client;
  host: PopupHost;
  pageLog: Pick<PageLogControl, 'sites'>;
  /** The address of the server that sync uses, if any. */
  syncServer: () => string | undefined;
  notices: Notices;
  t: Translate;
}

/**
 * The waits, in milliseconds, before the popup looks again for a site. The page may be busy or request access later, or
 * the background may still be starting.
 */
const lookAgainMs = [500, 1_000, 2_000, 4_000, 8_000];

export type SiteAccess = ReturnType<typeof createSiteAccess>;

/** Whether the active page's site has access or asks for it, and the user's actions on that access. */
export function createSiteAccess({ client, host, pageLog, syncServer, notices, t }: Parts) {
  const site = signal<PageSite>();
  /** The log of a paused site, which says why the site was paused. */
  const log = signal<SiteLog>();

  async function refresh(): Promise<void> {
    const found = await host.site().catch(() => undefined);
    const isPaused = found?.state === 'connected' && found.paused;
    const logs = isPaused ? await pageLog.sites().catch(() => []) : [];
    log.value = logs.find(({ origin }) => origin === found?.origin);
    site.value = found;
  }

  async function lookAgain(): Promise<void> {
    for (const milliseconds of lookAgainMs) {
      if (site.value !== undefined) return;
      await pause(milliseconds);
      await refresh();
    }
  }

  async function change(
    work: (id: string, origin: string) => Promise<unknown>,
    doneKey: 'site.disconnected' | 'site.resumed',
  ): Promise<void> {
    const found = site.value;
    if (found?.state !== 'connected') return;
    try {
      await work(found.id, found.origin);
    } catch (failure) {
      return notices.fail(failure, () => change(work, doneKey));
    }
    await refresh();
    notices.say(t(doneKey, { site: hostOf(found.origin) }));
  }

  async function resume(id: string, origin: string): Promise<void> {
    await client.tokens.update(id, { paused: false });
    await host.siteChanged(origin);
  }

  return {
    site,
    log,
    async open(): Promise<void> {
      await refresh();
      void lookAgain();
    },
    review: () => host.reviewSite(),
    disconnect: () => change((id) => host.disconnectSite(id, syncServer()), 'site.disconnected'),
    resume: () => change(resume, 'site.resumed'),
  };
}
