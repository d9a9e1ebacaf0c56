import { signal } from '@preact/signals';
import type { Commonplace } from '../../client/index.ts';
import type { Token } from '../../client/contract.ts';
import type { Translate } from '../i18n/translator.ts';
import type { Notices } from '../state/notices.ts';
import { hostOf } from '../text/host-of.ts';

/** A site that has access: a token bound to its origin. */
export type Site = Token & { origin: string; hasExpired: boolean };

/** What the background does with the access of sites. */
export interface SitesHost {
  /** Takes a site's access away, and the browser's permission with it. */
  revokeSite(id: string): Promise<void>;
  /** Call after what a site may do was changed. */
  siteChanged(): Promise<void>;
  /** Origins that may never ask; `*`: none may. */
  silentSites(): Promise<string[]>;
  setSilent(origin: string, silent: boolean): Promise<void>;
}

export const everySite = '*';

interface Parts {
  client: Commonplace;
  host: SitesHost;
  notices: Notices;
  t: Translate;
}

export type Sites = ReturnType<typeof createSites>;

/** The sites that may use the memories, and those that may not ask. */
export function createSites({ client, host, notices, t }: Parts) {
  const all = signal<Site[]>();
  const silent = signal<string[]>([]);
  /** Names by id. */
  const collections = signal(new Map<string, string>());
  const isAway = signal(false);

  async function refresh(): Promise<void> {
    try {
      const [tokens, named, quiet] = await Promise.all([
        Array.fromAsync(client.tokens.list({ limit: 100 })),
        Array.fromAsync(client.collections.list({ limit: 100 })),
        host.silentSites(),
      ]);
      all.value = tokens.flatMap((token) => siteOf(token) ?? []);
      collections.value = new Map(named.map(({ id, name }) => [id, name]));
      silent.value = quiet;
      isAway.value = false;
    } catch {
      isAway.value = true;
    }
  }

  async function change(work: () => Promise<unknown>, said?: string): Promise<void> {
    try {
      await work();
    } catch (failure) {
      return notices.fail(failure, () => change(work, said));
    }
    await refresh();
    if (said !== undefined) notices.say(said);
  }

  return {
    all,
    silent,
    collections,
    isAway,
    refresh,
    pause: ({ id, paused }: Site) => change(() => client.tokens.update(id, { paused: !paused })),
    revoke: ({ id, origin }: Site) =>
      change(() => host.revokeSite(id), t('site.disconnected', { site: hostOf(origin) })),
    setSilent: (origin: string, isSilent: boolean) => change(() => host.setSilent(origin, isSilent)),
    /** Looks again when the page is shown again. Returns a function that ends it. */
    follow(page: Document = document): () => void {
      const look = () => {
        if (page.visibilityState === 'visible') void refresh();
      };
      look();
      page.addEventListener('visibilitychange', look);
      return () => page.removeEventListener('visibilitychange', look);
    },
  };
}

function siteOf({ origin, ...token }: Token): Site | undefined {
  if (!origin) return undefined;
  return { ...token, origin, hasExpired: token.expiresAt !== null && Date.parse(token.expiresAt) <= Date.now() };
}
