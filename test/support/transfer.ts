import type { Page } from '../../scripts/browsers/index.ts';

/**
 * Chooses a file on a page as the user would in the browser's dialog. `field`: the accessible name of the file field.
 */
export function chooseFile(page: Page, field: string, name: string, data: string | Uint8Array): Promise<void> {
  return page.evaluate(
    (label, fileName, base64) => {
      const input = document.querySelector<HTMLInputElement>(`input[type=file][aria-label="${label}"]`)!;
      const files = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      files.items.add(new File([bytes], fileName));
      input.files = files.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    },
    field,
    name,
    Buffer.from(data).toString('base64'),
  );
}

/**
 * Waits for an element that `selector` finds and whose accessible name or text contains `words`, and clicks it by
 * script.
 */
export async function clickWithText(page: Page, selector: string, words: string): Promise<void> {
  await page.waitFor(
    (within, wanted) => {
      const found = [...document.querySelectorAll<HTMLElement>(within)].find(({ ariaLabel, textContent }) =>
        (ariaLabel ?? textContent)?.includes(wanted),
      );
      found?.click();
      return found !== undefined;
    },
    selector,
    words,
  );
}

export const pressButton = (page: Page, text: string): Promise<void> =>
  clickWithText(page, 'dialog[open] button:enabled, main button:enabled', text);

export async function waitForText(page: Page, words: string, selector = 'body'): Promise<void> {
  await page.waitFor(
    (wanted, within) => [...document.querySelectorAll(within)].some((one) => one.textContent?.includes(wanted)),
    words,
    selector,
  );
}

/** Presses a button that saves a file, and returns the file's text. */
export async function savedText(page: Page, button: string): Promise<string> {
  await page.evaluate(() => {
    const create = URL.createObjectURL;
    URL.createObjectURL = (file) => {
      void (file as Blob).text().then((text) => Object.assign(window, { savedText: text }));
      return create(file);
    };
  });
  await pressButton(page, button);
  return page.waitFor(() => (window as unknown as { savedText?: string }).savedText) as Promise<string>;
}
