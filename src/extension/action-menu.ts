import { browser, type Browser } from 'wxt/browser';
import type { Translate } from '../ui/i18n/translator.ts';
import { openLibrary } from './library-host.ts';

const items = { tab: 'action-library', side: 'action-side' } as const;

/** Adds items to the menu of the toolbar button. Call after `createMenu`, which removes every item. */
export function createActionMenu(t: Translate): void {
  for (const [id, title] of [
    [items.tab, t('menu.library')],
    [items.side, t(import.meta.env.FIREFOX ? 'menu.sidebar' : 'menu.sidePanel')],
  ] as const)
    browser.contextMenus.create({ id, contexts: ['action'], title }, () => void browser.runtime.lastError);
}

/** Opens the library from these items. */
export function listenToActionMenu(): void {
  browser.contextMenus.onClicked.addListener(({ menuItemId }, tab) => {
    if (menuItemId === items.tab) void openLibrary();
    // Before any `await`: the browser opens the side panel only in direct response to the click.
    if (menuItemId === items.side) void openSide(tab).catch(() => {});
  });
}

type WithSidebar = typeof browser & { sidebarAction: { open(): Promise<void> } };

const openSide = async (tab?: Browser.tabs.Tab): Promise<void> =>
  import.meta.env.FIREFOX
    ? (browser as WithSidebar).sidebarAction.open()
    : browser.sidePanel.open({ windowId: tab?.windowId ?? browser.windows.WINDOW_ID_CURRENT });
