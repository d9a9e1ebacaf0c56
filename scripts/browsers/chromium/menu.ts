import type { MenuClick } from '../browser.ts';

/** The used parts of `chrome`; `dispatch` is undocumented and calls listeners as the browser does. */
interface Extension {
  tabs: { query(query: object): Promise<object[]> };
  contextMenus: { onClicked: { hasListeners(): boolean; dispatch(click: object, tab: object | undefined): void } };
}

/** Runs in the service worker; returns false and does nothing while it has no listener. */
export async function clickMenu(click: MenuClick, url: string): Promise<boolean> {
  const { chrome } = globalThis as unknown as { chrome?: Extension };
  if (!chrome?.contextMenus.onClicked.hasListeners()) return false;
  const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
  chrome.contextMenus.onClicked.dispatch({ editable: false, pageUrl: url, ...click }, tab && { ...tab, url });
  return true;
}
