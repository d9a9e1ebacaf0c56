import { browser, type Browser } from 'wxt/browser';
import type { WelcomeHost } from '../ui/welcome/state.ts';
import { openLibrary } from './library-host.ts';

/**
 * Whether to open the welcome page: after an install, but not each time a developer loads the extension from a folder.
 */
export const isFirstInstall = (reason: string, installType: string): boolean =>
  reason === 'install' && installType !== 'development';

/** Opens the welcome page after an install. */
export async function welcome({ reason }: Browser.runtime.InstalledDetails): Promise<void> {
  const { installType } = await browser.management.getSelf();
  if (isFirstInstall(reason, installType)) await openWelcome();
}

/** Opens the welcome page in a tab. */
export async function openWelcome(): Promise<void> {
  await browser.tabs.create({ url: `${browser.runtime.getURL('/')}welcome.html` });
}

/** What the welcome page needs from the browser. */
export const welcomeHost = (): WelcomeHost => ({
  platform: /Mac/.test(navigator.userAgent) ? 'mac' : 'other',
  async openTab(url) {
    await browser.tabs.create({ url });
  },
  openLibrary: () => openLibrary(),
  async shortcut() {
    const commands = await browser.commands.getAll();
    return commands.find(({ name }) => name === '_execute_action')?.shortcut || undefined;
  },
  async close() {
    const tab = await browser.tabs.getCurrent();
    if (tab?.id !== undefined) await browser.tabs.remove(tab.id);
  },
});
