import { until, type Page } from '../../scripts/browsers/index.ts';

/** A model's card in the settings: its text and the names of its enabled buttons. */
export interface ShownModel {
  text: string;
  buttons: string[];
}

export const cardWithText = (settings: Page, name: string, text: string): Promise<ShownModel> =>
  until(
    `the settings to show for ${name}: ${text}`,
    async () => {
      const shown = await settings.evaluate((wanted) => {
        const card = [...document.querySelectorAll('.model')].find(
          (model) => model.querySelector('h4')?.textContent === wanted,
        );
        return (
          card && {
            text: card.textContent,
            buttons: Array.from(card.querySelectorAll('button:not(:disabled)'), (button) => button.textContent),
          }
        );
      }, name);
      return shown?.text.includes(text) && shown;
    },
    60_000,
  );

export const pressOnCard = (settings: Page, name: string, button: string): Promise<unknown> =>
  settings.waitFor(
    (wanted, words) => {
      const card = [...document.querySelectorAll('.model')].find(
        (model) => model.querySelector('h4')?.textContent === wanted,
      );
      const found = [...(card?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])].find((candidate) =>
        candidate.textContent.includes(words),
      );
      found?.click();
      return found !== undefined;
    },
    name,
    button,
  );

export const modelNamesOn = (settings: Page): Promise<(string | null)[]> =>
  settings.evaluate(() => Array.from(document.querySelectorAll('.model h4'), (title) => title.textContent));
