import { browser, type Browser } from 'wxt/browser';
import { pause } from '../../lib/timing.ts';
import type { Translate } from '../../ui/i18n/translator.ts';
import type { Inbox } from '../inbox/inbox.ts';
import { readFrame } from './capture.ts';
import type { PageReading } from './injected/read-page.ts';
import type { createConfirm } from './confirm.ts';
import { memoryOf, type Click } from './memory-of.ts';
import { menuItems, type MenuItem } from './menu-items.ts';
import type { Notifier } from './notify.ts';

const againMs = 100;

const isMenuItem = new Map(Object.entries(menuItems).map(([item, id]) => [id as string, item as MenuItem]));

/** Puts our items into the context menu; done twice, they are there once. */
export async function createMenu(t: Translate): Promise<void> {
  const titles: Record<MenuItem, string> = {
    selection: t('menu.saveSelection'),
    page: t('menu.savePage'),
    link: t('menu.saveLink'),
  };
  await browser.contextMenus.removeAll();
  for (const [item, id] of Object.entries(menuItems) as [MenuItem, string][]) {
    // Read, so that two starts at once don't log each other's items as errors.
    browser.contextMenus.create({ id, contexts: [item], title: titles[item] }, () => void browser.runtime.lastError);
  }
}

export interface MenuDoor {
  inbox: Inbox;
  notifier: Notifier;
  confirm: ReturnType<typeof createConfirm>;
  t: Translate;
}

/** Saves what was clicked in the context menu. */
export function listenToMenu({ inbox, notifier, confirm, t }: MenuDoor): void {
  browser.contextMenus.onClicked.addListener((info, tab) => {
    const item = isMenuItem.get(String(info.menuItemId));
    if (item) void save(clickOf(item, info, tab), info, tab);
  });

  async function save(
    click: Click,
    { frameId = 0 }: Browser.contextMenus.OnClickData,
    tab?: Browser.tabs.Tab,
  ): Promise<void> {
    const tabId = tab?.id !== undefined && tab.id >= 0 ? tab.id : undefined;
    let saving = memoryOf(click);
    if (!saving) return notifier.say(t('toast.nothing'));
    const outcome = await inbox.deliver({ kind: 'context-menu', memory: saving.memory }, async () => {
      const read = tabId === undefined ? undefined : await readClicked(click, tabId, frameId);
      const better = read && memoryOf(click, read);
      if (!better) return undefined;
      saving = better;
      return better.memory;
    });
    await confirm(outcome, { clipped: saving.clipped, tabId });
  }
}

/** Reads what was clicked; a selection twice if need be: just after the click Chromium now and then lets its page not be read yet, and the menu's own text is one line. */
async function readClicked({ item, linkUrl }: Click, tabId: number, frameId: number): Promise<PageReading | undefined> {
  const read = await readFrame(tabId, frameId, linkUrl);
  if (item !== 'selection' || read?.selection) return read;
  await pause(againMs);
  return (await readFrame(tabId, frameId, linkUrl)) ?? read;
}

function clickOf(item: MenuItem, info: Browser.contextMenus.OnClickData, tab?: Browser.tabs.Tab): Click {
  // Firefox alone tells the words of a link.
  const { selectionText, linkUrl, linkText, pageUrl } = info as typeof info & { linkText?: string };
  return { item, selectionText, linkUrl, linkText, pageUrl: pageUrl ?? tab?.url, title: tab?.title };
}
