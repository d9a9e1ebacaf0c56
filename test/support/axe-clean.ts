import { expect } from 'vitest';
import type { Page } from '../../scripts/browsers/index.ts';

/** Expects axe to find nothing wrong with the page as it is, in light and in dark, once the colours have settled. */
export async function axeIsClean(page: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.theme(theme);
    await page.waitFor(
      (wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches && document.getAnimations().length === 0,
      theme,
    );
    expect(await page.axe(), theme).toEqual([]);
  }
}
