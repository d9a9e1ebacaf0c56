import type { Client } from '../../../src/client/index.ts';
import type { ExtensionBrowser, Page } from '../../../scripts/browsers/index.ts';
import type { Hand } from './hand.ts';
import type { Ledger } from './ledger.ts';
import type { Ways } from './ways.ts';

export interface Day {
  hand: Hand;
  ledger: Ledger;
  browser: ExtensionBrowser;
  ways: Ways;
  client: Client;
  /** The popup, opened in a tab of its own instead of over a page. */
  popup: Page;
  /** The origin of the pages of {@link pageAbout}. */
  origin: string;
}

const subjects = [
  'kettle',
  'ladder',
  'violin',
  'harbour',
  'lantern',
  'meadow',
  'compass',
  'orchard',
  'saddle',
  'thimble',
];
export const noteOf = (index: number): string => `The ${subjects[index % 10]} of house number ${index}.`;
export const queryOf = (index: number): string => `${subjects[index % 10]} ${index}`;

export const shop = 'shop.example';
export const linkOf = (index: number): string => `https://${shop}/${index}`;
export const pictureOf = (index: number): string => `/picture-${index}.svg`;

export function pageAbout(index: number): string {
  const note = noteOf(index);
  return `<!doctype html><html lang="en"><title>${note}</title>
    <article><p>${note}</p></article>
    <p><a href="${linkOf(index)}">${note}</a> <img src="${pictureOf(index)}" alt="${note}"></p></html>`;
}

export async function reopen(popup: Page): Promise<void> {
  await popup.bringToFront();
  await popup.reload();
  await popup.waitFor(() => document.querySelector('footer')?.textContent?.includes('memor'));
}
