import { browser } from 'wxt/browser';
import type { PopupHost } from '../ui/popup/host.ts';
import { captureTab } from './doors/capture.ts';

/** What the popup needs of the browser. */
export function popupHost(): PopupHost {
  return {
    capture: captureTab,
    async openTab(url) {
      await browser.tabs.create({ url });
      // A new tab takes the focus, and a popup closes by that in Chromium alone.
      window.close();
    },
    async shortcut() {
      const commands = await browser.commands.getAll();
      return commands.find(({ name }) => name === '_execute_action')?.shortcut || undefined;
    },
    platform: /Mac/.test(navigator.userAgent) ? 'mac' : 'other',
  };
}
