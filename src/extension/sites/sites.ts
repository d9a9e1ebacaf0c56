import { browser } from 'wxt/browser';
import type { Ask } from '../../client/transports/caller.ts';
import { turns } from '../../lib/turns.ts';
import type { Token } from '../../client/contract.ts';
import { limits } from '../../v1/limits.ts';
import type { VouchedQuestion } from '../engine/serve.ts';
import { bridgedPatterns, injectBridge, registerBridge, tellBridges } from './bridge-scripts.ts';
import type { PageSite } from '../../ui/popup/host.ts';
import type { Asked, Consent } from './messages.ts';
import { patternOf, siteOf, type PageSender } from './origins.ts';
import { endsSoon, grantOf, isExpired, clientThrough } from './page-access.ts';
import type { Refusals } from './refusals.ts';
import { sitePageIn, tellPageDenied } from './request.ts';

export interface SiteParts {
  ask: Ask<VouchedQuestion>;
  refusals: Refusals;
  /** Whether the browser's match patterns may name a port. */
  patternsHavePorts: boolean;
  /** Called when the set of connected sites may have changed, and when a connected site calls `wake`. */
  onChange: () => void;
}

/**
 * Access of web pages. A connected site has three things: a grant (a token bound to its origin), the browser's
 * permission, and the bridge (a content script).
 */
export function createSites({ ask, refusals, patternsHavePorts, onChange }: SiteParts) {
  const client = clientThrough(ask);
  const inTurn = turns();
  const pattern = (origin: string) => patternOf(origin, patternsHavePorts);
  const isPermitted = (origin: string) => browser.permissions.contains({ origins: [pattern(origin)] });

  async function grants(): Promise<(Token & { origin: string })[]> {
    const tokens = await Array.fromAsync(client.tokens.list({ limit: limits.maxPageSize }));
    return tokens.flatMap((token) => (token.origin ? [{ ...token, origin: token.origin }] : []));
  }

  /**
   * Revokes grants whose permission is gone. Registers the bridge for the sites that have both grant and permission,
   * and returns their match patterns. `ending`: the id of a grant to revoke, along with its permission.
   */
  const settle = (ending?: string, syncServer?: string) =>
    inTurn(async () => {
      const keptPatterns: string[] = [];
      let ended: string | undefined;
      for (const { id, origin } of await grants()) {
        const isKept = id !== ending && (await isPermitted(origin));
        if (isKept) keptPatterns.push(pattern(origin));
        else await end(id, origin);
        if (id === ending) ended = pattern(origin);
      }
      const patterns = [...new Set(keptPatterns)];
      await registerBridge(patterns);
      if (ended !== undefined) await removePermission(ended, patterns, syncServer === undefined ? [] : [syncServer]);
      onChange();
      return patterns;
    });

  /**
   * Removes the browser's permission for a match pattern, unless a site with one of the patterns `ofSites` or one of
   * the servers in `needed` still needs it. In Firefox, patterns name no port, so a site or server on another port of
   * the same host also needs it.
   */
  async function removePermission(unused: string, ofSites: string[], needed: string[]): Promise<void> {
    if (ofSites.includes(unused) || needed.some((server) => pattern(server) === unused)) return;
    await browser.permissions.remove({ origins: [unused] });
  }

  async function end(id: string, origin: string): Promise<void> {
    await client.tokens.revoke(id);
    await tellBridges({ kind: 'site.end', origin, reason: 'revoked' });
  }

  async function restore(): Promise<void> {
    for (const connected of await settle()) await injectBridge(connected);
  }

  return {
    /** For a bridge: whether its site has a grant. If so, the engine's host is running when this resolves. */
    async wake(sender: PageSender): Promise<boolean> {
      const origin = siteOf(sender, browser.runtime.id);
      const isGranted = origin !== undefined && (await grantOf(client, origin)) !== undefined;
      if (isGranted) onChange();
      return isGranted;
    },

    /** For the popup: what to show about the page in a tab; undefined if nothing. */
    async pageSite(tabId: number): Promise<PageSite | undefined> {
      const page = await sitePageIn(tabId);
      if (page === undefined) return undefined;
      const { origin, request } = page;
      const grant = await grantOf(client, origin);
      const isValid = grant !== undefined && !isExpired(grant, Date.now());
      const lacksScope = request?.scopes.some((scope) => !isValid || !grant.scopes.includes(scope)) === true;
      const endsAt = isValid && request !== undefined ? endsSoon(grant, Date.now()) : undefined;
      if ((lacksScope || endsAt !== undefined) && (await refusals.mayAsk(origin)))
        return {
          state: 'asks',
          origin,
          hasAccess: isValid,
          ...(!lacksScope && endsAt !== undefined && { accessEndsAt: endsAt }),
        };
      return isValid ? { state: 'connected', origin, id: grant.id, paused: grant.paused === true } : undefined;
    },

    async asked(tabId: number): Promise<Asked | undefined> {
      const { origin, request } = (await sitePageIn(tabId)) ?? {};
      if (origin === undefined || request === undefined) return undefined;
      return { origin, request, pattern: pattern(origin), grant: await grantOf(client, origin) };
    },

    /**
     * Gives a site what the user allows. Returns false if the browser's permission is missing or the tab shows
     * another site by now.
     */
    async allow({ tabId, origin, rights }: Consent): Promise<boolean> {
      if ((await sitePageIn(tabId))?.origin !== origin || !(await isPermitted(origin))) return false;
      // Comes first: a failure after the grant was made would leave the site with a grant but no bridge.
      await refusals.forget(origin);
      const grant = await grantOf(client, origin);
      if (grant) await client.tokens.update(grant.id, rights);
      else await createGrant(origin, rights);
      await settle();
      await injectBridge(pattern(origin));
      return true;
    },

    async deny(tabId: number, origin: string, never: boolean): Promise<void> {
      await refusals.deny(origin, never);
      if ((await sitePageIn(tabId))?.origin === origin) await tellPageDenied(tabId);
    },

    /** Ends a site's access: revokes its grant, ends its calls in flight, and removes the bridge and the permission. */
    async revoke(id: string, syncServer?: string): Promise<true> {
      await settle(id, syncServer);
      return true;
    },

    /** Removes the permission for a server, unless a site or one of the servers in `needed` still needs it. */
    async forgetServer(address: string, needed: string[]): Promise<true> {
      await inTurn(async () => {
        const ofSites = (await grants()).map(({ origin }) => pattern(origin));
        await removePermission(pattern(address), ofSites, needed);
      });
      return true;
    },

    /** Call after the browser changed what a site may do. */
    settle: async () => void (await settle()),

    /** Call after the settings or the popup changed what a site may do. A page that waits for access then connects. */
    async changed(origin: string): Promise<void> {
      if ((await settle()).includes(pattern(origin))) await injectBridge(pattern(origin));
    },

    pattern,

    /** Tells a site's pages at once that the site was paused because it read or changed too much. */
    tellPaused: (origin: string) => tellBridges({ kind: 'site.end', origin, reason: 'paused' }),

    /** Call after a start: the browser may have forgotten the bridge, or may run none in the open tabs. */
    restore,

    /** Calls `restore` only if the bridge is missing, since `restore` starts the engine. */
    async check(): Promise<void> {
      const { origins = [] } = await browser.permissions.getAll();
      if (origins.length > 0 && (await bridgedPatterns()).length === 0) await restore();
    },
  };

  async function createGrant(origin: string, rights: Consent['rights']): Promise<void> {
    const { scopes, collections, expiresAt, rateLimit, ownOnly } = rights;
    await clientThrough(ask, { grantOrigin: origin }).tokens.create({
      name: origin.slice(0, limits.tokenNameCharacters),
      scopes,
      rateLimit,
      ownOnly,
      ...(collections && { collections }),
      ...(expiresAt !== null && { expiresAt }),
    });
  }
}

export type Sites = ReturnType<typeof createSites>;
