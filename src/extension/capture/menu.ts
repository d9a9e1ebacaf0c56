import { browser, type Browser } from 'wxt/browser';
import { pause } from '../../lib/timing.ts';
import type { Translate } from '../../ui/i18n/translator.ts';
import type { Inbox } from '../inbox/inbox.ts';
import { readFrame } from './capture.ts';
import { webAddress } from './clip.ts';
import { captureOfArticle, captureOfSelection } from './capture-of.ts';
import type { createConfirm } from './confirm.ts';
import { memoryOf, menuItems, type Click, type MenuItem, type Reading } from './memory-of.ts';
import type { Notifier } from './notify.ts';
import { readWith } from './read-with.ts';

/** The manifest's name for the shortcut that saves without the popup. */
export const saveCommand = 'save';

const retryDelayMs = 100;

const collectionItem = 'save-to-collection';

const itemsById = new Map(Object.entries(menuItems).map(([item, id]) => [id as string, item as MenuItem]));

/** Adds the extension's items to the context menu. Safe to call again. */
export async function createMenu(t: Translate): Promise<void> {
  const titles: Record<MenuItem, string> = {
    selection: t('menu.saveSelection'),
    page: t('menu.savePage'),
    link: t('menu.saveLink'),
    image: t('menu.saveImage'),
  };
  await browser.contextMenus.removeAll();
  for (const [item, id] of Object.entries(menuItems) as [MenuItem, string][]) {
    // If two starts run at once, the item may exist already. Reading the error keeps the browser from logging it.
    browser.contextMenus.create({ id, contexts: [item], title: titles[item] }, () => void browser.runtime.lastError);
  }
}

/**
 * Adds an item for the last collection to the menu, or removes the item. Hiding it isn't enough: Chromium makes a
 * submenu even if the item is hidden.
 */
export async function showCollection(t: Translate, name: string | undefined): Promise<void> {
  await browser.contextMenus.remove(collectionItem).catch(() => {});
  if (name === undefined) return;
  const title = t('menu.saveToNamed', { name: menuText(name) });
  browser.contextMenus.create(
    { id: collectionItem, contexts: ['selection', 'page', 'link', 'image'], title },
    () => void browser.runtime.lastError,
  );
}

/**
 * The title for a menu item that must read exactly `name`. In a title, & underlines the next letter unless it is
 * doubled, and %s stands for the selected text.
 */
export const menuText = (name: string): string => name.replaceAll('&', '&&').replaceAll('%s', '%\u2060s');

/** The item that matches a click on “Save to …”, which is in the menu of every kind of element. */
function itemOf({ selectionText, linkUrl, srcUrl }: Pick<Click, 'selectionText' | 'linkUrl' | 'srcUrl'>): MenuItem {
  if (selectionText) return 'selection';
  return linkUrl ? 'link' : srcUrl ? 'image' : 'page';
}

export interface MenuParts {
  inbox: Inbox;
  notifier: Notifier;
  confirm: ReturnType<typeof createConfirm>;
  lastCollection(): Promise<string | undefined>;
  t: Translate;
}

/** Saves on each click on one of these menu items, and on the shortcut. */
export function listenToMenu({ inbox, notifier, confirm, lastCollection, t }: MenuParts): void {
  browser.contextMenus.onClicked.addListener((info, tab) => {
    const item = itemsById.get(String(info.menuItemId));
    if (item) void save(clickOf(item, info, tab), info, tab);
    if (info.menuItemId === collectionItem) void save(clickOf(itemOf(info), info, tab), info, tab, lastCollection);
  });

  browser.commands.onCommand.addListener((name, tab) => {
    if (name === saveCommand) void saveTab(tab);
  });

  async function saveTab(given?: Browser.tabs.Tab): Promise<void> {
    const tab = given ?? (await browser.tabs.query({ active: true, currentWindow: true }))[0];
    if (tab?.id === undefined) return notifier.say(t('toast.nothing'));
    const read = await readFrame(tab.id, 0);
    const click = clickOf(
      read?.selection ? 'selection' : 'page',
      { pageUrl: tab.url, selectionText: read?.selection },
      tab,
    );
    await save(click, { frameId: 0 }, tab);
  }

  async function save(
    click: Click,
    { frameId = 0 }: { frameId?: number | undefined },
    tab?: Browser.tabs.Tab,
    collectionOf: () => Promise<string | undefined> = async () => undefined,
  ): Promise<void> {
    const tabId = tab?.id !== undefined && tab.id >= 0 ? tab.id : undefined;
    const first = memoryOf(click);
    if (!first) return notifier.say(t('toast.nothing'));
    let saving = first;
    const outcome = await inbox.deliver({ kind: 'context-menu', memory: saving.memory }, async () => {
      const read = tabId === undefined ? undefined : await readClicked(click, tabId, frameId);
      const better = read && memoryOf(click, read);
      const collection = await collectionOf();
      if (!better && collection === undefined) return undefined;
      saving = better ?? first;
      return { ...saving.memory, ...(collection !== undefined && { collection }) };
    });
    await confirm(outcome, { clipped: saving.clipped, tabId });
  }
}

/**
 * Reads what was clicked. Retries a selection once, since Chromium sometimes refuses access to the page right after the
 * click.
 */
async function readClicked(
  { item, linkUrl, srcUrl }: Click,
  tabId: number,
  frameId: number,
): Promise<Reading | undefined> {
  const readOnce = () => readFrame(tabId, frameId, { linkUrl, imageUrl: srcUrl });
  let read = await readOnce();
  if (item === 'selection' && !read?.selection) {
    await pause(retryDelayMs);
    read = (await readOnce()) ?? read;
  }
  return read && { ...read, rich: await readRich(item, tabId, frameId) };
}

/** The selection with its structure, or the page's readable text; undefined for other items, or if reading fails. */
async function readRich(item: MenuItem, tabId: number, frameId: number): Promise<Reading['rich']> {
  if (item === 'selection') {
    const selected = await readWith('selection', tabId, frameId);
    return selected && { markdown: selected.markdown, capture: captureOfSelection(selected) };
  }
  if (item !== 'page') return undefined;
  const article = await readWith('article', tabId);
  return article && { markdown: article.markdown, capture: captureOfArticle(article) };
}

function clickOf(
  item: MenuItem,
  info: Pick<Click, 'selectionText' | 'linkUrl' | 'pageUrl' | 'srcUrl'>,
  tab?: Browser.tabs.Tab,
): Click {
  // Only Firefox reports the text of a link.
  const { selectionText, linkUrl, linkText, pageUrl, srcUrl } = info as typeof info & { linkText?: string };
  // In a PDF viewer, `pageUrl` may be the address of the viewer.
  const url = webAddress(pageUrl) ?? tab?.url;
  return { item, selectionText, linkUrl, linkText, srcUrl, pageUrl: url, title: tab?.title };
}
