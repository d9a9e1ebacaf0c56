import type { ChromiumBrowser, ExtensionBrowser, FirefoxBrowser, Page } from '../../scripts/browsers/index.ts';

/** `dispatch`, which is undocumented, calls the listeners as the browser does. */
interface Extension {
  notifications: { getAll(): Promise<object>; onButtonClicked: { dispatch(id: string, button: number): void } };
}

/** Makes Firefox draw notifications itself, because a machine without a desktop shows none. */
export async function drawNotifications(browser: ExtensionBrowser): Promise<void> {
  if (browser.kind === 'firefox') await (browser as FirefoxBrowser).inChrome(useOwnAlerts);
}

export const visibleNotifications = (page: Page): Promise<string[]> =>
  page.evaluate(async () =>
    Object.keys(await (globalThis as unknown as { chrome: Extension }).chrome.notifications.getAll()),
  );

/** Undoes through a notification: presses its button, or the notification itself if the browser shows no buttons. */
export async function undoByNotification(browser: ExtensionBrowser, id: string): Promise<void> {
  if (browser.kind === 'firefox') return (browser as FirefoxBrowser).inChrome(clickAlert);
  await (browser as ChromiumBrowser).inServiceWorker(pressFirstButton, id);
}

function pressFirstButton(id: string): void {
  (globalThis as unknown as { chrome: Extension }).chrome.notifications.onButtonClicked.dispatch(id, 0);
}

interface Internals {
  Services: {
    prefs: { setBoolPref(name: string, value: boolean): void };
    wm: { getMostRecentWindow(type: string): Window };
  };
}

function useOwnAlerts(): void {
  (globalThis as unknown as Internals).Services.prefs.setBoolPref('alerts.useSystemBackend', false);
}

function clickAlert(): void {
  (globalThis as unknown as Internals).Services.wm
    .getMostRecentWindow('alert:alert')
    .document.getElementById('alertBox')
    ?.click();
}
