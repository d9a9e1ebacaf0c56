import { until, type Page } from '../../scripts/browsers/index.ts';

/** What the settings show of a model: its words, and the names of the buttons that can be pressed. */
export interface ShownModel {
  text: string;
  buttons: string[];
}

/** The card of a model on the settings page, once it says this. */
export const cardThat = (settings: Page, name: string, says: string): Promise<ShownModel> =>
  until(
    `the settings to say of ${name}: ${says}`,
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
      return shown?.text.includes(says) && shown;
    },
    60_000,
  );

/** Presses a button of a model's card, once it can be pressed. */
export const pressOn = (settings: Page, name: string, button: string): Promise<unknown> =>
  settings.waitFor(
    (wanted, words) => {
      const card = [...document.querySelectorAll('.model')].find(
        (model) => model.querySelector('h4')?.textContent === wanted,
      );
      const found = [...(card?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])].find((one) =>
        one.textContent.includes(words),
      );
      found?.click();
      return found !== undefined;
    },
    name,
    button,
  );

/** The names of the models that the settings list. */
export const namesOn = (settings: Page): Promise<(string | null)[]> =>
  settings.evaluate(() => Array.from(document.querySelectorAll('.model h4'), (title) => title.textContent));
