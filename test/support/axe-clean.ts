import { expect } from 'vitest';
import type { Page } from '../../scripts/browsers/index.ts';

/** Asserts that axe finds no violation on the page in light and in dark. Waits for colour transitions to end. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.theme(theme);
    await page.waitFor(
      (wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches && document.getAnimations().length === 0,
      theme,
    );
    expect(await page.axe(), theme).toEqual([]);
  }
}
