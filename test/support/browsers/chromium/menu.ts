import type { MenuClick } from '../browser.ts';

/** The parts of `chrome` that the click below uses; `dispatch` is undocumented, and reaches listeners as the browser does. */
interface Extension {
  tabs: { query(query: object): Promise<object[]> };
  contextMenus: { onClicked: { dispatch(click: object, tab: object | undefined): void } };
}

/** Runs in the service worker. */
export async function clickMenu(click: MenuClick, url: string): Promise<void> {
  const { tabs, contextMenus } = (globalThis as unknown as { chrome: Extension }).chrome;
  const [tab] = await tabs.query({ active: true, lastFocusedWindow: true });
  contextMenus.onClicked.dispatch({ editable: false, pageUrl: url, ...click }, tab && { ...tab, url });
}
