import { serve, until } from '../browsers/index.ts';
import type { ChromiumBrowser, ExtensionBrowser, FirefoxBrowser, Page } from '../browsers/index.ts';
import { chromiumPage } from '../browsers/chromium/page.ts';
import { geckoId } from '../../src/extension/identity.ts';
import { patternOf } from '../../src/extension/sites/origins.ts';
import { clientScript } from '../client/build.ts';

/** Serves `pages` at their paths. All other paths show a page with the client as the global `Commonplace`. */
export async function serveSite(pages: Record<string, string> = {}) {
  const script = await clientScript();
  const page =
    '<!doctype html><html lang="en"><title>Recipes</title><h1>Recipes</h1><script src="/commonplace.js"></script>';
  const site = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/commonplace.js')
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pages[pathname] ?? page);
  });
  return site;
}

/** Makes the browser grant permission for this site without a prompt when the extension asks for it. */
export async function permit(browser: ExtensionBrowser, origin: string): Promise<void> {
  // Firefox needs nothing here, since it is started without prompts.
  if (browser.kind === 'chromium') await hostPermission(browser as ChromiumBrowser, 'addHostPermission', origin);
}

/** Removes the extension's permission for the site, as a user does in the browser's own settings. */
export async function forbid(browser: ExtensionBrowser, origin: string): Promise<void> {
  if (browser.kind === 'chromium') return hostPermission(browser as ChromiumBrowser, 'removeHostPermission', origin);
  await (browser as FirefoxBrowser).inChrome(removeInFirefox, geckoId, patternIn(browser, origin));
}

const patternIn = ({ kind }: ExtensionBrowser, origin: string): string => patternOf(origin, kind === 'chromium');

async function hostPermission(browser: ChromiumBrowser, verb: string, origin: string): Promise<void> {
  const page = await browser.newPage('chrome://extensions');
  await page.evaluate(
    async (name, id, pattern) => {
      const { chrome } = globalThis as unknown as {
        chrome: { developerPrivate: Record<string, (id: string, pattern: string) => Promise<void>> };
      };
      await chrome.developerPrivate[name]?.(id, pattern);
    },
    verb,
    browser.id,
    patternIn(browser, origin),
  );
  await page.close();
}

/** Runs in Firefox's own context, not in a page. */
async function removeInFirefox(id: string, pattern: string): Promise<void> {
  const { ExtensionPermissions } = (
    globalThis as unknown as {
      ChromeUtils: { importESModule(url: string): { ExtensionPermissions: FirefoxPermissions } };
    }
  ).ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs');
  const { extension } = (
    globalThis as unknown as { WebExtensionPolicy: { getByID(id: string): { extension: unknown } } }
  ).WebExtensionPolicy.getByID(id);
  await ExtensionPermissions.remove(id, { permissions: [], origins: [pattern], data_collection: [] }, extension);
}

interface FirefoxPermissions {
  remove(id: string, permissions: object, extension: unknown): Promise<void>;
}

/**
 * Opens the consent window, in which the user lets a page use memories. No driver can control Firefox's popup, so in
 * Firefox this opens the window's address.
 */
export async function openConsentOver(browser: ExtensionBrowser, page: Page): Promise<Page> {
  if (browser.kind === 'chromium') return openConsentInChromium(browser as ChromiumBrowser, page);
  await page.bringToFront();
  const tab = await (browser as FirefoxBrowser).inChrome(grantActiveTab, geckoId);
  return browser.newPage(browser.address(`consent.html?tab=${tab}`));
}

async function openConsentInChromium(browser: ChromiumBrowser, page: Page): Promise<Page> {
  const popup = await browser.openPopup(page);
  const earlier = browser.puppeteer.targets();
  await popup.click('.site-line.asks .button');
  const target = await browser.puppeteer.waitForTarget(
    (one) => one.url().includes('/consent.html') && !earlier.includes(one),
    { timeout: 10_000 },
  );
  const consent = chromiumPage(await target.asPage());
  await consent.bringToFront();
  return consent;
}

/** Runs in Firefox's own context. Grants `activeTab` for the active tab and returns the tab's id. */
function grantActiveTab(id: string): number {
  const { Services, WebExtensionPolicy } = globalThis as unknown as {
    Services: { wm: { getMostRecentWindow(kind: string): { gBrowser: { selectedTab: object } } } };
    WebExtensionPolicy: {
      getByID(id: string): {
        extension: {
          tabManager: {
            addActiveTabPermission(tab: object): void;
            getWrapper(tab: object): { id: number };
          };
        };
      };
    };
  };
  const { tabManager } = WebExtensionPolicy.getByID(id).extension;
  const { selectedTab } = Services.wm.getMostRecentWindow('navigator:browser').gBrowser;
  tabManager.addActiveTabPermission(selectedTab);
  return tabManager.getWrapper(selectedTab).id;
}

export async function untilAllowEnabledIn(consent: Page): Promise<void> {
  await consent.waitFor(
    () => document.querySelector('.consent .button.primary')?.getAttribute('aria-disabled') === 'false',
  );
}

export async function clickAllowIn(consent: Page): Promise<void> {
  await untilAllowEnabledIn(consent);
  await consent.click('.consent .button.primary');
}

/** Globals of the page: the client, and what must survive from one evaluation to the next. */
interface PageState {
  Commonplace: {
    connect(options: object): Promise<PageMemory>;
    connected(): Promise<boolean>;
  };
  memory?: PageMemory;
  outcome?: string;
}

interface PageMemory {
  memories: Record<string, (...args: unknown[]) => Promise<unknown>>;
  disconnect(): void;
}

/** Starts to connect. {@link outcomeIn} returns the outcome. */
export const beginToConnect = (
  page: Page,
  scopes: string[],
  words = { name: 'Recipes', reason: 'Keep recipes you like' },
): Promise<void> =>
  page.evaluate(
    (request) => {
      const state = window as unknown as PageState;
      const connect = async () => {
        try {
          state.memory = await state.Commonplace.connect(request);
          state.outcome = 'connected';
        } catch (cause) {
          const { reason, message } = cause as { reason?: string; message: string };
          state.outcome = reason ?? message;
        }
      };
      state.outcome = 'pending';
      void connect();
    },
    { ...words, scopes },
  );

/** `connected`, `pending`, or why connecting failed; undefined before {@link beginToConnect}. */
export const outcomeIn = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => (window as unknown as PageState).outcome);

export async function untilConnectedIn(page: Page): Promise<void> {
  await until('the connection', async () => (await outcomeIn(page)) === 'connected');
}

interface Called {
  result?: { id: string; source: string; memories: { id: string; source: string }[] };
  failure?: { name: string; code?: string; reason?: string };
}

/** Calls a method of the client's `memories` in the page. Returns the result or the failure. */
export const callIn = (page: Page, verb: string, ...args: unknown[]): Promise<Called> =>
  page.evaluate(
    async (name, values) => {
      const { memory } = window as unknown as PageState;
      try {
        return { result: (await memory?.memories[name]?.(...values)) as never };
      } catch (cause) {
        const { name: kind, code, reason } = cause as { name: string; code?: string; reason?: string };
        return { failure: { name: kind, ...(code && { code }), ...(reason && { reason }) } };
      }
    },
    verb,
    args,
  );

export const isConnectedIn = (page: Page): Promise<boolean> =>
  page.evaluate(() => (window as unknown as PageState).Commonplace.connected());

export const openedSites = (extensionPage: Page): Promise<{ permitted: string[]; registered: string[] }> =>
  extensionPage.evaluate(async () => {
    const { chrome } = window as unknown as {
      chrome: {
        permissions: { getAll(): Promise<{ origins?: string[] }> };
        scripting: { getRegisteredContentScripts(): Promise<{ matches?: string[] }[]> };
      };
    };
    const [{ origins = [] }, scripts] = await Promise.all([
      chrome.permissions.getAll(),
      chrome.scripting.getRegisteredContentScripts(),
    ]);
    return { permitted: origins, registered: scripts.flatMap(({ matches = [] }) => matches) };
  });

export async function connectWithConsent(
  browser: ExtensionBrowser,
  page: Page,
  origin: string,
  scopes: string[],
): Promise<void> {
  await beginToConnect(page, scopes);
  await permit(browser, origin);
  const consent = await openConsentOver(browser, page);
  await clickAllowIn(consent);
  await page.bringToFront();
  await untilConnectedIn(page);
}
