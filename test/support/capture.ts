import type { Client } from '../../src/client/index.ts';
import type { Memory } from '../../src/v1/schemas/memory.ts';
import {
  until,
  type ChromiumBrowser,
  type ExtensionBrowser,
  type FirefoxBrowser,
  type Page,
} from '../../scripts/browsers/index.ts';
import { geckoId } from '../../src/extension/identity.ts';

/** Brings a page to the front and grants `activeTab` for it, as a user's click on the extension's button does. */
export async function grantActiveTab(browser: ExtensionBrowser, page: Page): Promise<void> {
  await page.bringToFront();
  if (browser.kind === 'chromium') await (await (browser as ChromiumBrowser).openPopup(page)).close();
  else await (browser as FirefoxBrowser).inChrome(addActiveTab, geckoId);
  await page.bringToFront();
}

/**
 * Runs with Firefox's own rights. Firefox's menus call `addActiveTabPermission` before they notify an extension of a
 * click.
 */
function addActiveTab(id: string): void {
  const { WebExtensionPolicy, Services } = globalThis as unknown as {
    WebExtensionPolicy: {
      getByID(id: string): { extension: { tabManager: { addActiveTabPermission(tab: object): void } } };
    };
    Services: { wm: { getMostRecentWindow(type: string): { gBrowser: { selectedTab: object } } } };
  };
  WebExtensionPolicy.getByID(id).extension.tabManager.addActiveTabPermission(
    Services.wm.getMostRecentWindow('navigator:browser').gBrowser.selectedTab,
  );
}

/**
 * Notifies the extension's listeners of the save shortcut, as the browser does when the user presses it over the page
 * in front. In Chromium this doesn't grant `activeTab`.
 */
export async function pressSaveShortcut(browser: ExtensionBrowser, page: Page): Promise<void> {
  await page.bringToFront();
  if (browser.kind === 'firefox') return (browser as FirefoxBrowser).inChrome(saveInFirefox, geckoId);
  const url = await page.url();
  await until('a listener of shortcuts', () => (browser as ChromiumBrowser).inServiceWorker(saveInChromium, url));
}

/** Runs with Firefox's own rights. */
function saveInFirefox(id: string): void {
  const { WebExtensionPolicy } = globalThis as unknown as {
    WebExtensionPolicy: { getByID(id: string): { extension: { shortcuts: { onCommand(name: string): void } } } };
  };
  WebExtensionPolicy.getByID(id).extension.shortcuts.onCommand('save');
}

/** Runs in the service worker. Returns false and does nothing if the extension has no listener for shortcuts yet. */
async function saveInChromium(url: string): Promise<boolean> {
  const { chrome } = globalThis as unknown as {
    chrome?: {
      tabs: { query(query: object): Promise<object[]> };
      commands: { onCommand: { hasListeners(): boolean; dispatch(name: string, tab: object): void } };
    };
  };
  if (!chrome?.commands.onCommand.hasListeners()) return false;
  const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
  chrome.commands.onCommand.dispatch('save', { ...tab, url });
  return true;
}

/** Tells the background that something was saved into this collection, as the library does after a save. */
export const reportLastUsed = (own: Page, { id, name }: { id: string; name: string }): Promise<unknown> =>
  own.evaluate(
    (collection) =>
      (
        globalThis as unknown as { chrome: { runtime: { sendMessage(message: object): Promise<unknown> } } }
      ).chrome.runtime.sendMessage({ kind: 'menu.collection', collection }),
    { id, name },
  );

/** The memories whose text contains `part`, newest first. */
export async function memoriesWith(client: Client, part: string): Promise<Memory[]> {
  const { memories } = await client.memories.list({ limit: 100 });
  return memories.filter(({ content }) => content.includes(part));
}

export const memoryWith = (client: Client, part: string): Promise<Memory> =>
  until(`a memory with ${part}`, async () => (await memoriesWith(client, part))[0]);

export async function wakeBackground(browser: ExtensionBrowser): Promise<void> {
  if (browser.kind === 'chromium') await (browser as ChromiumBrowser).inServiceWorker(() => true);
  else await (browser as FirefoxBrowser).inChrome(wake, geckoId);
}

/** Runs with Firefox's own rights. */
async function wake(id: string): Promise<void> {
  const { WebExtensionPolicy } = globalThis as unknown as {
    WebExtensionPolicy: { getByID(id: string): { extension: { wakeupBackground?(): Promise<void> } } };
  };
  await WebExtensionPolicy.getByID(id).extension.wakeupBackground?.();
}
