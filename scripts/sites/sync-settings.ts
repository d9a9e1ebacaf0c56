import { clientThrough } from '../harness/client.ts';
import type { Client } from '../../src/client/index.ts';
import { type ExtensionBrowser, type Page } from '../browsers/index.ts';
import { permit } from './index.ts';

/** A browser profile whose user controls sync on the settings page. */
export interface SyncingProfile {
  settings: Page;
  memories: Client;
  check(address: string, token: string): Promise<void>;
  waitForText(words: string): Promise<unknown>;
  /** Presses the button with this name in the section on sync. */
  press(name: string): Promise<void>;
  /** Runs a round of sync and waits until the section says that the two sides were just compared. */
  syncNow(): Promise<void>;
}

/** Opens the settings page. `browser` must have the harness. */
export async function syncingProfile(browser: ExtensionBrowser): Promise<SyncingProfile> {
  const popup = await browser.newPage(browser.address('popup.html'));
  const settings = await browser.newPage(browser.address('options.html#sync'));

  const waitForText = (words: string) =>
    settings.waitFor((wanted) => document.querySelector('#sync')?.textContent?.includes(wanted), words);
  const press = async (name: string) =>
    void (await settings.waitFor((wanted) => {
      const button = [...document.querySelectorAll<HTMLButtonElement>('#sync button')].find(
        (one) => one.textContent?.trim() === wanted && !one.disabled,
      );
      button?.click();
      return button !== undefined;
    }, name));

  return {
    settings,
    memories: clientThrough(popup),
    waitForText,
    press,
    async check(address, token) {
      await permit(browser, new URL(address).origin);
      await settings.bringToFront();
      for (const [index, value] of [address, token].entries())
        await settings.waitFor(
          (at, text) => {
            const field = document.querySelectorAll<HTMLInputElement>('#sync input.field')[at];
            if (field === undefined || field.disabled) return false;
            field.value = text;
            field.dispatchEvent(new Event('input', { bubbles: true }));
            return true;
          },
          index,
          value,
        );
      // A real click, because only then does the browser ask the user for permission.
      await settings.click('#sync form .button.primary');
    },
    async syncNow() {
      const before = Date.now();
      await press('Sync now');
      await settings.waitFor((since) => {
        const section = document.querySelector('#sync .sync-progress')?.textContent ?? '';
        return Date.now() > since + 300 && !section.includes('Syncing…') && section.includes('checked just now');
      }, before);
    },
  };
}
