import { expect, test, vi } from 'vitest';
import { shop, siteHost } from '../../../support/page-sites.ts';
import { sitesOn } from '../../../support/sites-on.ts';

/** The match patterns whose permission was removed. */
const removed = vi.hoisted((): string[] => []);

/** The parts of the browser that `revoke` uses. */
vi.hoisted(() => {
  const nothing = async () => {};
  const chrome = {
    runtime: { id: 'own' },
    permissions: {
      contains: async () => true,
      remove: async ({ origins }: { origins: string[] }) => void removed.push(...origins),
    },
    tabs: { query: async () => [] },
    scripting: {
      getRegisteredContentScripts: async () => [],
      registerContentScripts: nothing,
      updateContentScripts: nothing,
      unregisterContentScripts: nothing,
    },
  };
  Object.assign(globalThis, { chrome });
});

function sitesIn(patternsHavePorts: boolean) {
  const host = siteHost();
  return { host, sites: sitesOn(host, { patternsHavePorts }) };
}

/**
 * Revokes the shop's access while sync uses this server. Returns how many grants are left, and the permissions that
 * were removed.
 */
async function revokeBeside(syncServer: string | undefined, patternsHavePorts = true): Promise<[number, string[]]> {
  const { host, sites } = sitesIn(patternsHavePorts);
  await sites.revoke(await host.grant(), syncServer);
  return [(await host.send('GET', '/tokens')).body.tokens.length, removed.splice(0)];
}

test.each([undefined, 'https://memories.example', 'https://shop.example:8443'])(
  'revoking a site removes its permission while sync uses the server %s',
  async (server) => {
    expect(await revokeBeside(server)).toEqual([0, [`${shop}/*`]]);
  },
);

test('revoking a site keeps the permission that sync needs for its server', async () => {
  expect(await revokeBeside(`${shop}/memories`)).toEqual([0, []]);
  // Firefox’s permissions are for all ports of a host.
  expect(await revokeBeside(`${shop}:8443`, false)).toEqual([0, []]);
});

/** Ends sync with a server while the shop has access. Returns the permissions that were removed. */
async function forgetBeside(address: string, patternsHavePorts: boolean, syncServer?: string): Promise<string[]> {
  const { host, sites } = sitesIn(patternsHavePorts);
  await host.grant();
  await sites.forgetServer(address, syncServer === undefined ? [] : [syncServer]);
  return removed.splice(0);
}

test.each([
  ['another host', 'https://memories.example/v1', false, ['https://memories.example/*']],
  ['another port', `${shop}:8443`, true, [`${shop}:8443/*`]],
  ['the same origin', `${shop}/memories`, true, []],
  ['another port, if permissions cover all ports', `${shop}:8443`, false, []],
])('after sync ends, the permission for its server is removed unless a site needs it: %s', async (...row) => {
  const [, address, patternsHavePorts, expected] = row;
  expect(await forgetBeside(address, patternsHavePorts)).toEqual(expected);
});

test('the permission for a server is kept while sync uses another address that the permission covers', async () => {
  const address = 'https://memories.example';
  expect(await forgetBeside(address, true, `${address}/other`)).toEqual([]);
  expect(await forgetBeside(address, true, `${address}:8443`)).toEqual([`${address}/*`]);
  expect(await forgetBeside(address, false, `${address}:8443`)).toEqual([]);
});
