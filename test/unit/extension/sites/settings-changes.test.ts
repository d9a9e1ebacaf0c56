import { beforeEach, expect, test, vi } from 'vitest';
import { openPageLink } from '../../../../src/client/page/link.ts';
import { createRefusals } from '../../../../src/extension/sites/refusals.ts';
import { siteMessages } from '../../../../src/extension/sites/site-messages.ts';
import { createSites } from '../../../../src/extension/sites/sites.ts';
import { handleEnvelope } from '../../../../src/service/envelope.ts';
import { bridgeIn, fakeWindow, shop, siteHost, waitForMessages } from '../../../support/page-sites.ts';

const tabs = vi.hoisted(() => ({
  /** The pattern of the site that tab 1 shows. */
  pattern: '',
  /** Injects the bridge into tab 1, where it already runs. The bridge then checks again what its page may do. */
  inject: async () => {},
}));

/** The parts of the browser's API that are called by the code that gives sites access. */
vi.hoisted(() => {
  const nothing = async () => {};
  const chrome = {
    runtime: { id: 'own' },
    permissions: { contains: async () => true, remove: nothing },
    tabs: { query: async ({ url }: { url?: string }) => (url === tabs.pattern ? [{ id: 1 }] : []) },
    scripting: {
      getRegisteredContentScripts: async () => [],
      registerContentScripts: nothing,
      executeScript: () => tabs.inject(),
    },
  };
  Object.assign(globalThis, { chrome });
});

const scopes = ['memories:read', 'memories:write'] as const;
let host: ReturnType<typeof siteHost>;
let settingsChanged: (origin: string) => Promise<unknown>;

beforeEach(() => {
  host = siteHost();
  tabs.pattern = `${shop}/*`;
  const refusals = createRefusals({
    get: async () => undefined,
    put: async () => {},
    delete: async () => {},
    all: async () => [],
  });
  const sites = createSites({
    ask: ({ request, vouched }, { signal } = {}) => handleEnvelope(host.service, request, vouched, signal),
    refusals,
    patternsHavePorts: true,
    onChange: () => {},
  });
  const changed = siteMessages(sites, refusals)['site.changed'];
  settingsChanged = async (origin) => changed({ kind: 'site.changed', origin }, {});
});

test('a page that waits for more rights connects once the settings give them to its site', async () => {
  const id = await host.grant({ scopes: ['memories:read'] });
  const page = fakeWindow();
  const { bridge } = bridgeIn(page, host.access, async () => true);
  tabs.inject = () => bridge.announce();
  const link = openPageLink(page, { onEnd: () => {} });
  let answer: unknown;
  const connecting = link.call({ connect: [...scopes] }).then((given) => (answer = given));
  await waitForMessages();
  expect(answer).toBeUndefined();
  await host.send('PATCH', `/tokens/${id}`, { scopes });
  await settingsChanged(shop);
  await waitForMessages();
  expect(answer).toEqual({ secret: expect.any(String) });
  await connecting;
  link.close(new Error('The test is over.'));
});

test('changing one site’s settings runs no script in another site’s pages', async () => {
  await host.grant({ origin: 'https://other.example' });
  await host.grant();
  const inject = vi.fn(async () => {});
  tabs.inject = inject;
  await settingsChanged('https://other.example');
  await settingsChanged('https://without-grant.example');
  expect(inject).not.toHaveBeenCalled();
  await settingsChanged(shop);
  expect(inject).toHaveBeenCalledOnce();
});
