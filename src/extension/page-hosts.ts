import { browser } from 'wxt/browser';
import type { DamagedSave, PageSite, PopupHost, UndecidedSave } from '../ui/popup/host.ts';
import { saveFile } from '../ui/transfer/save-file.ts';
import type { SettingsHost } from '../ui/settings/state.ts';
import { captureTab } from './capture/capture.ts';
import { markInFront } from './capture/mark-in-front.ts';
import { readPageInFront } from './capture/read-document.ts';
import { pageText } from './capture/page-text.ts';
import type { InboxMessage } from './inbox/inbox-messages.ts';
import { openLibrary, rememberCollection } from './library-host.ts';
import { readShortcuts, shortcutsPage } from './shortcuts.ts';
import { fileHost } from './file-host.ts';
import type { SiteMessage } from './sites/messages.ts';
import { patternOf } from './sites/origins.ts';

/** Decides whether the pages show the key names of a Mac. */
const platform: 'mac' | 'other' = /Mac/.test(navigator.userAgent) ? 'mac' : 'other';

/** What the settings need from the browser. */
export const settingsHost = (): SettingsHost => ({
  version: browser.runtime.getManifest().version,
  platform,
  saveFile,
  revokeSite: revoke,
  siteChanged: (origin) => send({ kind: 'site.changed', origin }),
  ...fileHost,
  allowServer: (address) => browser.permissions.request({ origins: [serverPattern(address)] }),
  isServerAllowed: (address) => browser.permissions.contains({ origins: [serverPattern(address)] }),
  forgetServer: (address, needed) => send({ kind: 'site.forgetServer', address, needed }),
  shortcuts: () => readShortcuts(platform),
  openShortcuts: shortcutsPage(),
  openLibrary,
  hasSidebar: import.meta.env.FIREFOX,
  silentSites: async () => (await send<string[] | null>({ kind: 'site.silent' })) ?? [],
  setSilent: (origin, silent) => send({ kind: 'site.setSilent', origin, silent }),
});

/** What the popup needs from the browser. */
export function popupHost(search: Pick<PopupHost, 'recallSearch' | 'rememberSearch'>): PopupHost {
  return {
    ...search,
    capture: captureTab,
    pageText,
    readPage: readPageInFront,
    markQuotes: markInFront,
    async openTab(url) {
      await browser.tabs.create({ url });
      // Only Chromium closes a popup when a new tab takes the focus.
      window.close();
    },
    async openLibrary() {
      await openLibrary();
      window.close();
    },
    async openSettings() {
      await browser.runtime.openOptionsPage();
      window.close();
    },
    saveFile,
    rememberCollection,
    async shortcut() {
      const commands = await browser.commands.getAll();
      return commands.find(({ name }) => name === '_execute_action')?.shortcut || undefined;
    },
    undecided: async () => (await send<(UndecidedSave | DamagedSave)[] | undefined>({ kind: 'inbox.undecided' })) ?? [],
    sendAgain: async (key) => (await send({ kind: 'inbox.sendAgain', key })) === true,
    discard: (key) => send<void>({ kind: 'inbox.discard', key }),
    undoDiscard: (key) => send<void>({ kind: 'inbox.keep', key }),
    async site() {
      const tabId = await activeTabId();
      if (tabId === undefined) return undefined;
      // A message turns undefined into null.
      return (await send<PageSite | null>({ kind: 'site.look', tabId })) ?? undefined;
    },
    async reviewSite() {
      const tabId = await activeTabId();
      if (tabId !== undefined) await send({ kind: 'site.review', tabId });
      window.close();
    },
    disconnectSite: revoke,
    siteChanged: (origin) => send({ kind: 'site.changed', origin }),
    platform,
  };
}

/** Match patterns in Firefox can't name a port. */
const serverPattern = (address: string): string => patternOf(address, !import.meta.env.FIREFOX);

async function revoke(id: string, syncServer?: string): Promise<void> {
  if ((await send({ kind: 'site.revoke', id, syncServer })) !== true) throw new Error('The access could not be ended.');
}

async function activeTabId(): Promise<number | undefined> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return tab?.id;
}

/** Sends a message to the background, which manages the inbox and decides which sites have access. */
const send = <Answer>(message: InboxMessage | SiteMessage): Promise<Answer> => browser.runtime.sendMessage(message);
