import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChromiumBrowser, ChromiumPage } from '../../scripts/browsers/index.ts';
import { writeSheet } from './states.ts';

const folder = join('out', 'screens');
const themes = ['light', 'dark'] as const;
const fileOf = (name: string, theme: (typeof themes)[number]) => join(folder, `${name}-${theme}.png`);

/** Twice the usual resolution, and large enough for a popup anywhere on it. */
export const fineScreen = '--screen-info={2600x2200 devicePixelRatio=2}';

/** Takes a picture in light and dark. */
export async function picture(page: ChromiumPage, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const theme of themes) {
    await page.theme(theme);
    await page.waitFor(() => document.getAnimations().length === 0);
    await page.screenshot(fileOf(name, theme));
  }
  await page.theme('light');
}

/** Puts the pictures taken of these states, light beside dark, into docs/ui.md's folder. A popup closes when another page opens, so only afterwards. */
export async function sheets(browser: ChromiumBrowser, names: string[], prefix = ''): Promise<void> {
  for (const name of names)
    await writeSheet(
      browser,
      prefix + name,
      themes.map((theme) => readFileSync(fileOf(name, theme), 'base64')),
    );
}
