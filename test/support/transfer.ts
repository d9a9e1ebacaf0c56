import type { Page } from '../../scripts/browsers/index.ts';

/** Chooses a file on a page as the user would in the browser's dialog. `which`: the accessible name of the field. */
export function chooseFile(page: Page, which: string, name: string, text: string): Promise<void> {
  return page.evaluate(
    (label, fileName, content) => {
      const input = document.querySelector<HTMLInputElement>(`input[type=file][aria-label="${label}"]`)!;
      const files = new DataTransfer();
      files.items.add(new File([content], fileName));
      input.files = files.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    },
    which,
    name,
    text,
  );
}

/** Presses the first enabled button with this text, once there is one. */
export async function pressButton(page: Page, text: string): Promise<void> {
  await page.waitFor((wanted) => {
    const button = [...document.querySelectorAll<HTMLButtonElement>('dialog[open] button, main button')].find(
      (one) => !one.disabled && one.textContent?.includes(wanted),
    );
    button?.click();
    return button !== undefined;
  }, text);
}

/** Waits until the section about storage says this. */
export async function saysOfStorage(page: Page, words: string): Promise<void> {
  await page.waitFor((wanted) => document.querySelector('#storage')?.textContent?.includes(wanted) === true, words);
}
