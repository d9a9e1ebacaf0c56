import { expect } from 'vitest';
import type { Page } from '../../scripts/browsers/index.ts';

/** Asserts that axe finds no accessibility violation on the page in the light and the dark theme. */
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
