import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChromiumBrowser, ChromiumPage } from '../../scripts/browsers/index.ts';
import { extremeOf, inPopup, shootAll, writeSheet } from './states.ts';

const folder = join('out', 'screens');
const themes = ['light', 'dark'] as const;
const fileOf = (name: string, theme: (typeof themes)[number]) => join(folder, `${name}-${theme}.png`);

/** A screen of twice the usual resolution, large enough for a popup anywhere on it. */
export const fineScreen = '--screen-info={2600x2200 devicePixelRatio=2}';

/** Larger than any emulated window. Otherwise, `100dvh` in a page would be the height of the real window. */
export const largeWindow = '--window-size=1600,1200';

/** Takes a picture of a page in light and dark, into `out/screens`. */
export async function picture(page: ChromiumPage, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  // In a hidden tab, transitions never end.
  await page.bringToFront();
  for (const theme of themes) {
    await page.theme(theme);
    await page.waitFor(() => document.getAnimations().length === 0);
    await page.screenshot(fileOf(name, theme));
  }
  await page.theme('light');
}

/** The popup's pictures in extreme conditions (PNG in base64), by picture name, until `sheets` writes them. */
const extremes = new Map<string, string[]>();

/** Takes a picture of a real popup in light and dark, and in extreme conditions. */
export async function popupPicture(popup: ChromiumPage, name: string): Promise<void> {
  await picture(popup, name);
  extremes.set(name, await shootAll(popup, name, inPopup));
}

/** Clears the popup's search, which the next popup would otherwise show again, and closes the popup. */
export async function leave(popup: ChromiumPage): Promise<void> {
  await popup.click('.search .button');
  await popup.waitFor(async () => {
    const { chrome } = globalThis as unknown as { chrome: { storage: { session: { get(): Promise<object> } } } };
    return !('searchText' in (await chrome.storage.session.get()));
  });
  await popup.close();
}

const popupHeight = 560;

/**
 * Combines the popup's pictures of these states, light beside dark, for docs/ui.md. Call it after all pictures are
 * taken, since a popup closes when another page opens.
 */
export async function sheets(browser: ChromiumBrowser, names: string[], prefix = ''): Promise<void> {
  for (const name of names) {
    await writeSheet(
      browser,
      prefix + name,
      themes.map((theme) => readFileSync(fileOf(name, theme), 'base64')),
      popupHeight,
    );
    await writeSheet(browser, extremeOf(prefix + name), extremes.get(name)!, 300);
  }
}
