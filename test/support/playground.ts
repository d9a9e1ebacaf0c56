import type { Page } from '../../scripts/browsers/index.ts';
import { pressButton } from './transfer.ts';

export const waitUntilIdle = (page: Page) =>
  page.waitFor(() => document.querySelector('main')?.getAttribute('aria-busy') === 'false');

export async function saveOn(page: Page, device: 'laptop' | 'desktop', text: string): Promise<void> {
  await page.type(`[aria-label="New memory on the ${device}"]`, text);
  await page.press('Enter');
  await waitUntilIdle(page);
}

/** Edits the memory at this position, counted from 1, in the list of a device: clicks its field and types. */
export async function editOn(page: Page, device: 'laptop' | 'desktop', position: number, text: string): Promise<void> {
  const field = `section:has([aria-label="New memory on the ${device}"]) li:nth-child(${position}) input`;
  await page.click(field);
  await page.press('Control+a');
  await page.type(field, text);
  await page.press('Enter');
  await waitUntilIdle(page);
}

export async function pressAndSettle(page: Page, button: string): Promise<void> {
  await pressButton(page, button);
  await waitUntilIdle(page);
}

export const shownOn = (page: Page, device: 'Laptop' | 'Desktop') =>
  page.evaluate(
    (name) =>
      Array.from(document.querySelectorAll(`section[aria-labelledby="${name}"] li`), (item) => [
        item.querySelector('input')!.value,
        item.querySelector('small')!.textContent,
      ]),
    device,
  );
