import {
  until,
  type ChromiumBrowser,
  type ExtensionBrowser,
  type FirefoxBrowser,
  type MenuClick,
  type Page,
} from '../../../scripts/browsers/index.ts';
import { geckoId } from '../../../src/extension/identity.ts';
import { grantActiveTab, pressSaveShortcut } from '../capture.ts';
import { waitForControl } from './controls.ts';
import { readPageButton, type Hand } from './hand.ts';

/**
 * The ways into the extension that start in the browser's own windows. Without a screen, no test can move a mouse or
 * press a key there, so each way begins with the event that the browser would send, or with a stand-in for it.
 */
export function createWays(browser: ExtensionBrowser) {
  return {
    /** Opens the popup over a page. Chromium opens the real popup, as its toolbar button does. */
    async openPopup(over: Page): Promise<Page> {
      if (browser.kind === 'chromium') return (browser as ChromiumBrowser).openPopup(over);
      // No driver can control Firefox’s popup panel. Instead, the popup opens in a tab behind the page, reads the page,
      // then comes to the front.
      const popup = await browser.newPage();
      await grantActiveTab(browser, over);
      await popup.goto(browser.address('popup.html'));
      await waitForControl(popup, { name: /^Save (page|selection):/ });
      await popup.bringToFront();
      return popup;
    },

    /**
     * Begins to save the text of the page below the popup. In Firefox, the popup is a tab ({@link openPopup}) that
     * reads the page in front. So the page is brought to the front, and a script presses the button in the popup's tab.
     */
    async readPage(hand: Hand, popup: Page, over: Page): Promise<void> {
      const { name } = await waitForControl(popup, readPageButton);
      if (browser.kind === 'chromium') return hand.readPage(popup);
      await grantActiveTab(browser, over);
      await popup.evaluate((wanted) => {
        const all = [...document.querySelectorAll('button')];
        all.find(({ ariaLabel, textContent }) => (ariaLabel ?? textContent.trim()) === wanted)?.click();
      }, name);
      await waitForControl(popup, { name: 'Text to save' });
      await popup.bringToFront();
    },

    async menu(page: Page, click: MenuClick): Promise<void> {
      await grantActiveTab(browser, page);
      await browser.clickMenu(click, page);
    },

    /** Presses the save shortcut, Alt Shift S, over a page. */
    async shortcut(page: Page): Promise<void> {
      await grantActiveTab(browser, page);
      await pressSaveShortcut(browser, page);
    },

    /** What the address bar suggests for the extension's keyword followed by this text. Saves nothing. */
    suggestions(text: string): Promise<string[]> {
      return browser.kind === 'chromium'
        ? until('suggestions', () => (browser as ChromiumBrowser).inServiceWorker(typeInChromium, text))
        : (browser as FirefoxBrowser).inChrome(typeInFirefox, geckoId, text);
    },
  };
}

export type Ways = ReturnType<typeof createWays>;

interface Suggestion {
  description: string;
}

/** Runs in the service worker. */
function typeInChromium(text: string): Promise<string[]> {
  const { chrome } = globalThis as unknown as {
    chrome: {
      omnibox: { onInputChanged: { dispatch(text: string, suggest: (all: Suggestion[]) => void): void } };
    };
  };
  return new Promise((resolve) =>
    chrome.omnibox.onInputChanged.dispatch(text, (all) => resolve(all.map(({ description }) => description))),
  );
}

/** Runs with Firefox's own rights. The address bar calls the same handler. */
function typeInFirefox(id: string, text: string): Promise<string[]> {
  interface Handler {
    handleSearch(search: object, suggest: (all: Suggestion[]) => void): void;
    handleInputCancelled(): void;
  }
  const { ChromeUtils, WebExtensionPolicy } = globalThis as unknown as {
    ChromeUtils: { importESModule(url: string): { ExtensionSearchHandler: Handler } };
    WebExtensionPolicy: { getByID(id: string): { extension: { manifest: { omnibox: { keyword: string } } } } };
  };
  const { ExtensionSearchHandler: handler } = ChromeUtils.importESModule(
    'resource://gre/modules/ExtensionSearchHandler.sys.mjs',
  );
  const { keyword } = WebExtensionPolicy.getByID(id).extension.manifest.omnibox;
  return new Promise((resolve) => {
    handler.handleSearch({ keyword, text: `${keyword} ${text}`, inPrivateWindow: false }, (all) => {
      handler.handleInputCancelled();
      resolve(all.map(({ description }) => description));
    });
  });
}
