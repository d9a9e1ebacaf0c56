import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Commonplace } from '../src/client/index.ts';
import { launchChromium, serve, type ChromiumPage } from '../test/support/browsers/index.ts';
import { extensionWithHarness } from '../test/support/harness/index.ts';
import { clientThrough } from '../test/support/harness/kept.ts';

/** Takes a picture of each state of the popup, in light and in dark, and the one for the README: `npm run screens`, after a build. */

const folder = join('out', 'screens');
const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();

const samples = [
  { content: '“We shall not cease from exploration, and the end of all our exploring will be to arrive where we started.”', tags: ['quotes'], url: 'https://poems.example.org/', createdAt: days(40) },
  { content: 'Bleed the radiators each autumn before the boiler is switched on: start at the lowest, stop when water comes.', tags: ['home'], url: 'https://home.example.org/radiators', createdAt: days(9) },
  { content: 'Lisbon: room twelve, ask for the back. Breakfast in the courtyard until eleven.', tags: ['travel'], url: 'https://travel.example.org/', createdAt: days(5) },
  { content: 'Sourdough: 100 g starter, 350 g water, 500 g flour, 10 g salt. Fold four times in two hours, then overnight in the fridge.', tags: ['bread'], url: 'https://kitchen.example.org/', createdAt: days(3) },
  { content: 'The plumber Mr. Okafor fixed the boiler on Elm Street in 2019; his number is in the green address book, under P.', tags: ['home', 'repairs'], url: 'https://letters.example.org/', createdAt: days(2) },
];

const letter = '<!doctype html><html lang="en"><title>Street mail</title><p id="words">Mr. Okafor says to bleed the radiators every autumn, before the heating is switched on.</p>';

async function both(popup: ChromiumPage, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await popup.theme(theme);
    await popup.waitFor(() => document.getAnimations().length === 0);
    await popup.screenshot(join(folder, `${name}-${theme}.png`));
  }
  await popup.theme('light');
}

async function fill(client: Commonplace): Promise<void> {
  for (const sample of samples) await client.memories.create(sample);
}

mkdirSync(folder, { recursive: true });
const site = await serve({ '/': letter });
const browser = await launchChromium({ extension: await extensionWithHarness('chromium'), arguments: ['--screen-info={2600x2200 devicePixelRatio=2}'] });
try {
  const own = await browser.newPage(browser.address('popup.html'));
  const page = await browser.newPage(site.origin);
  const open = async () => {
    const popup = await browser.openPopup(page);
    await popup.waitFor(() => document.querySelector('.footer')?.textContent?.includes('memor') && document.querySelector('.save-kind'));
    return popup;
  };
  const found = (popup: ChromiumPage, words: string) => popup.waitFor((wanted) => document.querySelector('.status')?.textContent === wanted, words);

  await page.evaluate(() => document.getSelection()?.selectAllChildren(document.querySelector('#words') as Element));
  let popup = await open();
  await both(popup, 'first-run');
  await popup.close();

  await fill(clientThrough(own));
  popup = await open();
  await both(popup, 'recent');
  await popup.type('[data-search]', 'okafor boiler');
  await found(popup, '2 memories found');
  await both(popup, 'search');
  await popup.screenshot(join('docs', 'images', 'popup.png'));
  await popup.press('ArrowDown');
  await both(popup, 'selected');
  await popup.press('e');
  await both(popup, 'edit');
  await popup.press('Escape');
  await popup.waitFor(() => document.activeElement?.matches('[data-row]'));
  await popup.press('Delete');
  await popup.waitFor(() => document.querySelector('.notices')?.textContent?.includes('Deleted'));
  await both(popup, 'deleted');
  await popup.press('Control+z');
  await popup.press('?');
  await both(popup, 'keys');
  await popup.press('Escape');
  await popup.press('/');
  await popup.puppeteer.$eval('[data-search]', (field) => (field as HTMLInputElement).select());
  await popup.type('[data-search]', 'zeppelin');
  await popup.waitFor(() => document.querySelector('.message'));
  await both(popup, 'nothing-found');
  await popup.close();

  popup = await open();
  await popup.click('.save .primary');
  await popup.waitFor(() => document.querySelector('.notices')?.textContent?.includes('Saved'));
  await both(popup, 'saved');
} finally {
  await browser.close();
  await site.close();
}
