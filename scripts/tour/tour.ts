import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { menuItems } from '../../src/extension/capture/memory-of.ts';
import { en } from '../../src/ui/i18n/en.ts';
import { launchChromium, type ChromiumBrowser, type ChromiumPage, type Page } from '../browsers/index.ts';
import { needsNoSandbox, sandboxWarning } from '../browsers/sandbox.ts';
import { until } from '../browsers/until.ts';
import { say } from '../say.ts';
import { serveSample } from './sample.ts';

interface SavedItem {
  what: string;
  shows: string;
}

interface Search {
  query: string;
  why: string;
  screenshot: string;
}

const byWord = (word: string): Search => ({ query: word, why: word, screenshot: word });

/** A query that describes the passage of the sample page without sharing a word with it. */
export const byMeaning: Search = {
  query: 'how people once collected quotations',
  why: en['search.byMeaning'],
  screenshot: 'meaning',
};

const maxAttempts = 5;
const attemptTimeoutMs = 4_000;

type TakeScreenshot = (popup: Page, name: string) => Promise<void>;

/**
 * Tries Commonplace in a headless browser: saves three paragraphs and a link, then searches for both. Writes
 * screenshots to a folder. Throws unless everything is found.
 */
export async function takeTour(executable: string, extension: string, pictures = 'out'): Promise<void> {
  if (needsNoSandbox()) say(sandboxWarning);
  mkdirSync(pictures, { recursive: true });
  const sample = await serveSample();
  const browser = await launchChromium({ executable, extension: resolve(extension) });
  const end = () => void browser.kill().then(() => process.exit(130));
  process.once('SIGINT', end).once('SIGTERM', end);
  try {
    say('The extension is loaded and responding. Its temporary profile is deleted at the end.');
    const page = await browser.newPage(`${sample.origin}/`);
    const takeScreenshot: TakeScreenshot = (popup, name) => popup.screenshot(join(pictures, `${name}.png`));
    const [passage, link] = [await saveSelection(browser, page, takeScreenshot), await saveLink(browser, page)];
    await find(browser, page, passage, byWord('vowel'), takeScreenshot);
    await find(browser, page, link, byWord('wikipedia'), takeScreenshot);
    await find(browser, page, passage, byMeaning, takeScreenshot);
    say(`Both were found. Pictures of each step are in ${pictures}/.`);
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
    await browser.close();
    await sample.close();
  }
}

async function saveSelection(
  browser: ChromiumBrowser,
  page: ChromiumPage,
  takeScreenshot: TakeScreenshot,
): Promise<SavedItem> {
  const paragraphs = await page.evaluate(() => {
    const passage = document.querySelector('#passage');
    if (passage) document.getSelection()?.selectAllChildren(passage);
    return Array.from(passage?.querySelectorAll('p') ?? [], (paragraph) => paragraph.textContent ?? '');
  });
  say(`Selected ${paragraphs.length} paragraphs of the sample page.`);
  const popup = await browser.openPopup(page);
  await popup.waitFor(() => document.querySelector('.save-words'));
  await takeScreenshot(popup, 'tour-1-selected');
  await popup.click('.save-do');
  await popup.waitFor(() => document.querySelector('[data-row]'));
  await takeScreenshot(popup, 'tour-2-saved');
  await popup.close();
  say('Saved them from the popup.');
  return { what: 'the three paragraphs', shows: paragraphs.join('\n\n') };
}

async function saveLink(browser: ChromiumBrowser, page: ChromiumPage): Promise<SavedItem> {
  const linkUrl = await page.evaluate(() => document.querySelector<HTMLAnchorElement>('#further')?.href ?? '');
  await browser.clickMenu({ menuItemId: menuItems.link, linkUrl }, page);
  say(`Chose “Save link” in the menu on ${linkUrl}.`);
  return { what: 'the link', shows: new URL(linkUrl).host };
}

/** Repeats the search, because a menu click gives no confirmation and indexing runs in the background. */
async function find(
  browser: ChromiumBrowser,
  page: ChromiumPage,
  { what, shows }: SavedItem,
  { query, why, screenshot: name }: Search,
  takeScreenshot: TakeScreenshot,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const popup = await browser.openPopup(page);
    await popup.type('[data-search]', query);
    const found = await until('a memory', () => popup.evaluate(findFullText, why, shows), attemptTimeoutMs).catch(
      () => null,
    );
    if (found !== null) {
      await takeScreenshot(popup, `tour-found-${name}`);
      await popup.theme('dark');
      await takeScreenshot(popup, `tour-found-${name}-dark`);
      await popup.close();
      return say(
        `Searched for “${query}” in the popup and found ${what}${why === query ? '' : ` ${why}`}: ${found.replace(/\s+/g, ' ').slice(0, 90)}…`,
      );
    }
    await popup.close();
    if (attempt === maxAttempts) throw new Error(`Searched for “${query}” in the popup and did not find ${what}.`);
  }
}

/**
 * Runs in the popup. Returns the text of the first hit whose reason contains `why` and that shows `wanted`, else null.
 */
async function findFullText(why: string, wanted: string): Promise<string | null> {
  for (const row of document.querySelectorAll<HTMLElement>('[data-row]')) {
    if (!row.querySelector('.memory-why')?.textContent?.includes(why)) continue;
    if (row.innerText.includes(wanted)) return row.innerText;
    row.querySelector<HTMLElement>('.memory-text')?.click();
    await new Promise(requestAnimationFrame);
    const fullText = document.querySelector<HTMLElement>('.reader-text')?.innerText;
    if (fullText?.includes(wanted)) return fullText;
    document.querySelector<HTMLElement>('.reader-head .button')?.click();
  }
  return null;
}
