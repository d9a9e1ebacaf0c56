import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { menuItems } from '../../src/extension/doors/menu-items.ts';
import { launchChromium, type ChromiumBrowser, type ChromiumPage, type Page } from '../../test/support/browsers/index.ts';
import { needsNoSandbox, sandboxWarning } from '../browsers/sandbox.ts';
import { say } from '../say.ts';
import { serveSample } from './sample.ts';

/** Something that the tour saved: the word that it will be looked for by, and what the popup must then show. */
interface Saved {
  what: string;
  word: string;
  shows: string;
}

/** How often a search is repeated. */
const mostTries = 8;

type Picture = (popup: Page, name: string) => Promise<void>;

/**
 * Tries Commonplace out in a browser without a window: saves a selection of three paragraphs by the real popup and a link by the menu,
 * then finds both in the popup. Says what it does, leaves pictures in a folder, and throws unless both were found.
 */
export async function takeTour(executable: string, extension: string, pictures = 'out'): Promise<void> {
  if (needsNoSandbox()) say(sandboxWarning);
  mkdirSync(pictures, { recursive: true });
  const sample = await serveSample();
  const browser = await launchChromium({ executable, extension: resolve(extension) });
  const end = () => void browser.kill().then(() => process.exit(130));
  process.once('SIGINT', end).once('SIGTERM', end);
  try {
    say('The extension is loaded and has answered. Its profile is a new one, and is deleted at the end.');
    const page = await browser.newPage(`${sample.origin}/`);
    const picture: Picture = (popup, name) => popup.screenshot(join(pictures, `${name}.png`));
    const saved = [await saveSelection(browser, page, picture), await saveLink(browser, page)];
    for (const one of saved) await find(browser, page, one, picture);
    say(`Both were found. Pictures of each step are in ${pictures}/.`);
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
    await browser.close();
    await sample.close();
  }
}

async function saveSelection(browser: ChromiumBrowser, page: ChromiumPage, picture: Picture): Promise<Saved> {
  const paragraphs = await page.evaluate(() => {
    const passage = document.querySelector('#passage');
    if (passage) document.getSelection()?.selectAllChildren(passage);
    return Array.from(passage?.querySelectorAll('p') ?? [], (paragraph) => paragraph.textContent ?? '');
  });
  say(`Selected ${paragraphs.length} paragraphs of the sample page.`);
  const popup = await browser.openPopup(page);
  await popup.waitFor(() => document.querySelector('.save-words'));
  await picture(popup, 'tour-1-selected');
  await popup.click('.save .primary');
  await popup.waitFor(() => document.querySelector('[data-row]'));
  await picture(popup, 'tour-2-saved');
  await popup.close();
  say('Saved them by the popup.');
  return { what: 'the three paragraphs', word: 'vowel', shows: paragraphs.join('\n\n') };
}

async function saveLink(browser: ChromiumBrowser, page: ChromiumPage): Promise<Saved> {
  const linkUrl = await page.evaluate(() => document.querySelector<HTMLAnchorElement>('#further')?.href ?? '');
  await browser.clickMenu({ menuItemId: menuItems.link, linkUrl }, page);
  say(`Chose “Save link” in the menu on ${linkUrl}.`);
  return { what: 'the link', word: 'wikipedia', shows: new URL(linkUrl).host };
}

/** A click in the menu answers nobody: its memory is looked for again until it has arrived. */
async function find(browser: ChromiumBrowser, page: ChromiumPage, { what, word, shows }: Saved, picture: Picture): Promise<void> {
  for (let tries = 1; ; tries++) {
    const popup = await browser.openPopup(page);
    await popup.type('[data-search]', word);
    await popup.waitFor(() => document.querySelector('.memory-why, .message'));
    const found = await popup.evaluate(foundWhole, word, shows);
    if (found !== null) {
      await picture(popup, `tour-found-${word}`);
      await popup.theme('dark');
      await picture(popup, `tour-found-${word}-dark`);
      await popup.close();
      return say(`Searched for “${word}” in the popup and found ${what}: ${found.replace(/\s+/g, ' ').slice(0, 90)}…`);
    }
    await popup.close();
    if (tries === mostTries) throw new Error(`Searched for “${word}” in the popup and did not find ${what}.`);
  }
}

/** Runs in the popup: opens what was found by `word`, and answers the one that shows `wanted`. */
async function foundWhole(word: string, wanted: string): Promise<string | null> {
  for (const row of document.querySelectorAll<HTMLElement>('[data-row]')) {
    if (!row.querySelector('.memory-why')?.textContent?.includes(word)) continue;
    row.querySelector<HTMLElement>('.memory-text.clamped')?.click();
    await new Promise(requestAnimationFrame);
    if (row.innerText.includes(wanted)) return row.innerText;
  }
  return null;
}
