import { browser } from 'wxt/browser';
import { draftStore } from '../ui/state/draft-store.ts';
import { fileHost } from './file-host.ts';

/** What the library needs from the browser. */
export const libraryHost = () => ({
  platform: /Mac/.test(navigator.userAgent) ? ('mac' as const) : ('other' as const),
  async openTab(url: string) {
    await browser.tabs.create({ url });
  },
  openSettings: () => browser.runtime.openOptionsPage(),
  sections: ['memories', 'trash', 'collections', 'duplicates', 'transfer'] as const,
  draftStore: draftStore(localStorage),
  fileHost,
  rememberCollection,
  pauseMs: 60,
});

/** Tells the background to which collection the user saved, for “Save to …” in the menu. */
export async function rememberCollection({ id, name }: { id: string; name: string }): Promise<void> {
  await browser.runtime.sendMessage({ kind: 'menu.collection', collection: { id, name } });
}

/** Shows the library in a tab. Without `hash`, uses a tab that already shows it, if the browser reports one. */
export async function openLibrary(hash = ''): Promise<void> {
  const address = `${browser.runtime.getURL('/')}library.html`;
  const context = (await browser.runtime.getContexts?.({ contextTypes: ['TAB'] }))?.find(({ documentUrl }) =>
    documentUrl?.startsWith(address),
  );
  if (context === undefined || hash !== '') return void (await browser.tabs.create({ url: address + hash }));
  await browser.tabs.update(context.tabId, { active: true });
  await browser.windows.update(context.windowId, { focused: true });
}
