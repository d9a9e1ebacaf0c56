import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium, type ChromiumBrowser, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { saveAll } from '../../scripts/harness/client.ts';
import { expectNoAxeViolations } from '../support/axe-clean.ts';
import { waitUntilIndexed } from '../support/indexing.ts';

let browser: ChromiumBrowser;
let page: ChromiumPage;

beforeAll(async () => {
  browser = await launchChromium({ extension: await extensionWithHarness('chromium') });
  page = await browser.newPage(browser.address('popup.html'));
  const memories = Array.from({ length: 60 }, (_, index) => ({ content: `Heron seen at the pond, day ${index + 1}` }));
  await saveAll(page, memories);
  await waitUntilIndexed(page);
});

afterAll(() => browser?.close());

const rows = () =>
  page.evaluate(() => [...document.querySelectorAll<HTMLElement>('[data-row]')].map((row) => row.dataset['row']));
const waitForRows = (count: number) =>
  page.waitFor((wanted) => document.querySelectorAll('[data-row]').length === wanted, count);
const waitForText = (selector: string, text: string) =>
  page.waitFor((wanted, words) => document.querySelector(wanted)?.textContent === words, selector, text);
const button = '.list-more';
const focusedRow = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['row']);

async function search(file: string, width: number, height: number): Promise<void> {
  await page.puppeteer.mouse.move(5, 5);
  await page.puppeteer.setViewport({ width, height });
  await page.goto(browser.address('popup.html'));
  await waitUntilIndexed(page);
  await page.goto('about:blank');
  await page.goto(browser.address(file));
  await page.waitFor(() => document.querySelector('[data-row]'));
  await page.evaluate(() => document.querySelector<HTMLInputElement>('[data-search]')?.select());
  await page.puppeteer.keyboard.sendCharacter('heron');
  await page.waitFor(() => document.querySelector('.status-words')?.textContent === 'Top 20');
  await page.waitFor(() => document.querySelector('.memories')?.ariaBusy === 'false');
}

/** A row near the top of the list, its top edge, and how far the list is scrolled. */
const position = () =>
  page.evaluate(() => {
    const scroller = document.querySelector('[data-scroller]')!;
    const { left, top } = scroller.getBoundingClientRect();
    const row = document.elementFromPoint(left + 40, top + 60)?.closest<HTMLElement>('[data-row]');
    return [row?.dataset['row'], row?.getBoundingClientRect().top, scroller.scrollTop];
  });

test.each([
  ['popup.html', 400, 560],
  ['library.html', 1200, 800],
  ['library.html', 320, 640],
])('shows more results up to the last one, in %s at %i px', async (file, width, height) => {
  await search(file, width, height);
  await waitForText(button, 'Show more');
  await waitForRows(20);
  const first = await rows();

  // By mouse: only the button moves, to the end of the list.
  await page.evaluate((selector) => document.querySelector(selector)?.scrollIntoView({ block: 'end' }), button);
  await expectNoAxeViolations(page);
  const before = await position();
  await page.click(button);
  await waitForRows(50);
  await waitForText('.status-words', 'Top 50');
  await waitForText('.list-end [role=status]', '30 more memories');
  const second = await rows();
  expect(second.slice(0, 20)).toEqual(first);
  expect(await position()).toEqual(before);
  expect(await page.evaluate((selector) => document.activeElement?.matches(selector), button)).toBe(true);

  // By keyboard: once all results are shown, the row that replaces the button has the focus.
  await page.press('Enter');
  await waitForRows(60);
  await waitForText('.status-words', '60 memories found');
  await page.waitFor(() => document.querySelector('.list-more') === null);
  const all = await rows();
  expect(all.slice(0, 50)).toEqual(second);
  expect(await focusedRow()).toBe(all[50]);

  // The order stays the same after a row is deleted and restored, even before the row is indexed again.
  await page.press('Delete');
  await waitForRows(59);
  await page.press('Control+z');
  await waitForRows(60);
  expect(await rows()).toEqual(all);
});

test('shows more results when the arrow key is pressed on the last row', async () => {
  await search('popup.html', 400, 560);
  for (let number = 1; number <= 20; number++) await page.press('ArrowDown');
  const [last] = (await rows()).slice(-1);
  expect(await focusedRow()).toBe(last);
  await page.press('ArrowDown');
  await waitForRows(50);
  expect(await focusedRow()).toBe(last);
  await page.press('ArrowDown');
  expect(await focusedRow()).toBe((await rows())[20]);
});
