import type { Browser, Target } from 'puppeteer-core';
import type { Page } from '../browser.ts';
import { until } from '../until.ts';

/** The parts of `chrome` used below. `dispatch` is undocumented and calls listeners as the browser does. */
interface ChromeApi {
  contextMenus: { onClicked: { dispatch(click: object, tab: object | undefined): void } };
  runtime: {
    onMessage: { addListener(listener: Listener): void; removeListener(listener: Listener): void };
    sendMessage(message: object): Promise<unknown>;
    getContexts(filter: { contextTypes: string[] }): Promise<{ documentUrl?: string }[]>;
  };
}

type Listener = (message: { kind?: string }, sender: { tab?: object }) => void;

/**
 * Runs in the service worker: turns the next `test-menu-click` message of a page into a menu click over the page's tab.
 * Chromium opens a side panel only on a user gesture. A message that a page sends during a gesture counts as part of
 * the gesture.
 */
export function clickMenuAtMessage(menuItemId: string): void {
  const { runtime, contextMenus } = (globalThis as unknown as { chrome: ChromeApi }).chrome;
  const listener: Listener = ({ kind }, { tab }) => {
    if (kind !== 'test-menu-click') return;
    runtime.onMessage.removeListener(listener);
    contextMenus.onClicked.dispatch({ menuItemId, editable: false }, tab);
  };
  runtime.onMessage.addListener(listener);
}

function sendMenuClick(): void {
  const { runtime } = (globalThis as unknown as { chrome: ChromeApi }).chrome;
  void runtime.sendMessage({ kind: 'test-menu-click' }).catch(() => {});
}

/** Runs in a page of the extension: returns the address of the page in the side panel. */
async function panelAddress(): Promise<string | undefined> {
  const { runtime } = (globalThis as unknown as { chrome: ChromeApi }).chrome;
  const [panel] = await runtime.getContexts({ contextTypes: ['SIDE_PANEL'] });
  return panel?.documentUrl;
}

/** Makes a page send the message for {@link clickMenuAtMessage}. Returns the page that opens in the side panel. */
export async function panelAfterMessage(browser: Browser, from: Page): Promise<Target> {
  const before = new Set(browser.targets());
  // Scripts that puppeteer runs in a page count as user gestures.
  await from.evaluate(sendMenuClick);
  return until('the side panel', async () => {
    const address = await from.evaluate(panelAddress);
    return browser.targets().find((target) => !before.has(target) && target.url() === address);
  });
}
