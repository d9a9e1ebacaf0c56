import { expect, test, vi } from 'vitest';
import { shop, siteHost } from '../../../support/page-sites.ts';
import { sitesOn } from '../../../support/sites-on.ts';

/** The match patterns for which the bridge is registered. */
const bridged = vi.hoisted((): string[] => []);

/** The parts of the browser that `allow` uses. Tab 1 shows the shop. */
vi.hoisted(() => {
  const chrome = {
    runtime: { id: 'own' },
    permissions: { contains: async () => true },
    tabs: { query: async () => [{ id: 1 }] },
    scripting: {
      getRegisteredContentScripts: async () => [],
      registerContentScripts: async ([script]: { matches: string[] }[]) => void bridged.push(...script!.matches),
      executeScript: async () => [{ result: { address: 'https://shop.example/', requests: [] } }],
    },
  };
  Object.assign(globalThis, { chrome });
});

/** The code that gives sites access, with a new service. `forget` is called to remove the denials of a site. */
function sitesWith(forget: () => Promise<void>) {
  const host = siteHost();
  const sites = sitesOn(host, { forget });
  const rights = {
    scopes: ['memories:read' as const],
    collections: null,
    expiresAt: null,
    rateLimit: { requests: 60, seconds: 60 },
    ownOnly: false,
  };
  return {
    allow: () => sites.allow({ tabId: 1, origin: shop, rights }),
    grants: async () => (await host.send('GET', '/tokens')).body.tokens.length,
  };
}

test('allowing a site creates its grant and registers the bridge', async () => {
  const { allow, grants } = sitesWith(async () => {});
  expect(await allow()).toBe(true);
  expect([await grants(), bridged.splice(0)]).toEqual([1, [`${shop}/*`]]);
});

test('creates no grant and no bridge if the site’s earlier denials can’t be removed', async () => {
  const { allow, grants } = sitesWith(() => Promise.reject(new Error('The database failed.')));
  await expect(allow()).rejects.toThrow('The database failed.');
  expect([await grants(), bridged]).toEqual([0, []]);
});
