import { computed, signal } from '@preact/signals';
import type { Client } from '../../client/index.ts';
import type { PageLogControl, Receipt, SiteLimits, SiteLog } from '../../client/page-log.ts';
import type { Token } from '../../client/contract.ts';
import type { SiteRights } from '../consent/host.ts';
import type { Translate } from '../i18n/translator.ts';
import type { Notices } from '../state/notices.ts';
import { hasCode } from '../state/sentence.ts';
import { hostOf } from '../text/host-of.ts';

/** A site that has access: a token bound to its origin. */
export type Site = Token & { origin: string; hasExpired: boolean };

/** What the settings need from the browser to manage which sites have access. */
export interface SitesHost {
  /**
   * Revokes a site's access and, unless another site or the sync server needs it, the browser's permission for the
   * site.
   */
  revokeSite(id: string, syncServer?: string): Promise<void>;
  /** Call after changing what a site may do. */
  siteChanged(origin: string): Promise<void>;
  /** Origins that may never ask for access. `*` means that no site may ask. */
  silentSites(): Promise<string[]>;
  setSilent(origin: string, silent: boolean): Promise<void>;
  saveFile(name: string, file: Blob): void;
}

/** Stands for all origins in `silentSites`. */
export const everySite = '*';

/** A memory that a site received. `now`: its current title or text, and version; absent if it was deleted. */
export type Received = Receipt['memories'][number] & { now?: { words: string; version: number } };

interface Parts {
  client: Client;
  pageLog: PageLogControl;
  host: SitesHost;
  /** The address of the server that sync uses, if any. */
  syncServer: () => string | undefined;
  notices: Notices;
  t: Translate;
}

export type Sites = ReturnType<typeof createSites>;

/** The sites that may use the memories, what they received and changed, and the sites that may not ask. */
export function createSites({ client, pageLog, host, syncServer, notices, t }: Parts) {
  const all = signal<Site[]>();
  /** The origins that may not ask for access; `everySite` if none may. */
  const silent = signal<string[]>([]);
  const logs = signal(new Map<string, SiteLog>());
  const collections = signal(new Map<string, string>());
  /** Whether the last refresh failed, so that the data may be out of date. */
  const isUnreachable = signal(false);
  const past = computed(() => {
    const present = new Set(all.value?.map(({ origin }) => origin));
    return [...logs.value.values()].filter(({ origin }) => all.value !== undefined && !present.has(origin));
  });

  async function refresh(): Promise<void> {
    try {
      const [tokens, listedCollections, silentOrigins, siteLogs] = await Promise.all([
        Array.fromAsync(client.tokens.list({ limit: 100 })),
        Array.fromAsync(client.collections.list({ limit: 100 })),
        host.silentSites(),
        pageLog.sites(),
      ]);
      all.value = tokens.flatMap((token) => siteOf(token) ?? []);
      collections.value = new Map(listedCollections.map(({ id, name }) => [id, name]));
      silent.value = silentOrigins;
      logs.value = new Map(siteLogs.map((log) => [log.origin, log]));
      isUnreachable.value = false;
    } catch {
      isUnreachable.value = true;
    }
  }

  async function change(work: () => Promise<unknown>, message?: string): Promise<void> {
    try {
      await work();
    } catch (failure) {
      return notices.fail(failure, () => change(work, message));
    }
    await refresh();
    if (message !== undefined) sayFinal(message);
  }

  /**
   * Reports an action that can't be undone. Clears the earlier notice: its Undo would seem to belong to this action.
   */
  function sayFinal(message: string): void {
    notices.clear();
    notices.say(message);
  }

  const setPaused = ({ id, origin }: Site, paused: boolean) =>
    change(async () => {
      await client.tokens.update(id, { paused });
      await host.siteChanged(origin);
    });

  /** Undoes what a site changed, says how much was undone and how much couldn't be, and offers to reverse the undo. */
  async function undo(origin: string): Promise<void> {
    try {
      const { undone, collections = 0, spared, gone } = await pageLog.undo(origin);
      await refresh();
      const undid = t('sites.undone', { count: undone });
      const said = [
        collections > 0 ? `${undid} ${t('sites.undoneCollections', { count: collections })}` : undid,
        ...(spared > 0 ? [t('sites.spared', { count: spared })] : []),
        ...(gone > 0 ? [t('sites.gone', { count: gone })] : []),
      ].join('. ');
      if (undone + collections === 0) return notices.say(said);
      notices.offer(said, async () => {
        await pageLog.redo(origin);
        await refresh();
      });
    } catch (failure) {
      notices.fail(failure, () => undo(origin));
    }
  }

  return {
    client,
    all,
    past,
    silent,
    logs,
    collections,
    isUnreachable,
    refresh,
    togglePaused: (site: Site) => setPaused(site, !site.paused),
    revoke: ({ id, origin }: Site) =>
      change(() => host.revokeSite(id, syncServer()), t('site.disconnected', { site: hostOf(origin) })),
    setSilent: (origin: string, isSilent: boolean) => change(() => host.setSilent(origin, isSilent)),

    /** @throws CommonplaceError */
    async save({ id, origin }: Site, rights: SiteRights, limits: SiteLimits): Promise<void> {
      await client.tokens.update(id, rights);
      await pageLog.setLimits(origin, limits);
      await host.siteChanged(origin);
      await refresh();
      sayFinal(t('sites.saved', { site: hostOf(origin) }));
    },

    receipts: (origin: string): Promise<Receipt[]> => pageLog.receipts(origin),

    received: (memories: Receipt['memories']): Promise<Received[]> =>
      Promise.all(
        memories.map(async (entry) => {
          const now = await client.memories.read(entry.id).catch((failure: unknown) => {
            if (hasCode(failure, 'not_found')) return undefined;
            throw failure;
          });
          return {
            ...entry,
            ...(now && { now: { words: (now.title ?? now.content).slice(0, 160), version: now.version } }),
          };
        }),
      ),

    async exportLog(log: SiteLog): Promise<void> {
      try {
        const receipts = await pageLog.receipts(log.origin);
        const name = `commonplace-${new URL(log.origin).hostname}.json`;
        const text = JSON.stringify({ ...log, receipts }, null, 2);
        host.saveFile(name, new Blob([text], { type: 'application/json' }));
      } catch (failure) {
        notices.fail(failure);
      }
    },

    undo,

    /**
     * Loads the sites now, if the page is visible, and whenever it becomes visible, until the returned function is
     * called.
     */
    follow(page: Document = document): () => void {
      const refreshIfVisible = () => {
        if (page.visibilityState === 'visible') void refresh();
      };
      refreshIfVisible();
      page.addEventListener('visibilitychange', refreshIfVisible);
      return () => page.removeEventListener('visibilitychange', refreshIfVisible);
    },
  };
}

function siteOf({ origin, ...token }: Token): Site | undefined {
  if (!origin) return undefined;
  return { ...token, origin, hasExpired: token.expiresAt !== null && Date.parse(token.expiresAt) <= Date.now() };
}
