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

/** Grants `activeTab` for the page in front, as a user's click on the extension does. */
export async function grantActiveTab(browser: ExtensionBrowser, page: Page): Promise<void> {
  await page.bringToFront();
  if (browser.kind === 'chromium') await (await (browser as ChromiumBrowser).openPopup(page)).close();
  else await (browser as FirefoxBrowser).inChrome(addActiveTab, geckoId);
  await page.bringToFront();
}

/** Runs with Firefox's own rights. Its menus call this before they notify an extension of a click. */
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

/** The memories whose text contains `part`, newest first. */
export async function memoriesWith(client: Client, part: string): Promise<Memory[]> {
  const { memories } = await client.memories.list({ limit: 100 });
  return memories.filter(({ content }) => content.includes(part));
}

/** The memory whose text contains `part`, once there is one. */
export const memoryWith = (client: Client, part: string): Promise<Memory> =>
  until(`a memory with ${part}`, async () => (await memoriesWith(client, part))[0]);

/** Starts a stopped background, as any event does. */
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
