import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ChromiumPage } from '../../scripts/browsers/index.ts';

const folder = join('out', 'screens');

/** Twice the usual resolution, and large enough for a popup anywhere on it. */
export const fineScreen = '--screen-info={2600x2200 devicePixelRatio=2}';

/** Takes a picture in light and dark. */
export async function picture(page: ChromiumPage, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const theme of ['light', 'dark'] as const) {
    await page.theme(theme);
    await page.waitFor(() => document.getAnimations().length === 0);
    await page.screenshot(join(folder, `${name}-${theme}.png`));
  }
  await page.theme('light');
}
