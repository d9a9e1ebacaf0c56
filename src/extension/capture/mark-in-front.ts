import { browser } from 'wxt/browser';
import type { PopupHost } from '../../ui/popup/host.ts';
import { highlightName } from '../reader/mark-quotes.ts';
import { readWith } from './read-with.ts';

/** Marks quotes in the active tab's page. The browser keeps the style; nothing is added to the page. */
export const markInFront: PopupHost['markQuotes'] = async (quotes) => {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  if (tab?.id === undefined) return undefined;
  const css = `::highlight(${highlightName}) { background-color: #d5e8dc; color: #24221d; }`;
  await browser.scripting.insertCSS({ target: { tabId: tab.id }, css }).catch(() => {});
  return readWith('mark', tab.id, 0, quotes);
};
