import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium, type ChromiumBrowser, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { engineState } from '../support/engine-control.ts';
import { memory, recent, usage } from '../support/stand-in-answers.ts';
import { extensionWithEngine } from '../support/stand-in-engine.ts';

const createdAt = new Date(Date.now() - 2.5 * 86_400_000).toISOString();
const saved = { ...memory(1), createdAt, url: 'https://example.org/boiler', tags: ['home', 'בית'] };

let browser: ChromiumBrowser;
let popup: ChromiumPage;

beforeAll(async () => {
  const answers = [usage(5), ...recent([saved])];
  browser = await launchChromium({ extension: extensionWithEngine('chromium', answers, { state: engineState() }) });
  popup = await browser.newPage(browser.address('popup.html'));
  await popup.waitFor(() => document.querySelector('[data-row]'));
  await popup.waitFor(() => document.querySelector('.footer p')?.textContent?.includes('memories'));
});

afterAll(() => browser?.close());

/** The characters of an element in the order in which they are drawn, from left to right. */
const drawn = (selector: string, nth = 0) =>
  popup.evaluate(
    (wanted, index) => {
      const element = document.querySelectorAll(wanted)[index]!;
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const characters: { character: string; left: number }[] = [];
      while (texts.nextNode()) {
        const range = document.createRange();
        for (const [at, character] of [...texts.currentNode.textContent!].entries()) {
          range.setStart(texts.currentNode, at);
          range.setEnd(texts.currentNode, at + 1);
          characters.push({ character, left: range.getBoundingClientRect().left });
        }
      }
      return characters
        .sort((one, other) => one.left - other.left)
        .map(({ character }) => character)
        .join('');
    },
    selector,
    nth,
  );

test.each(['ltr', 'rtl'])('draws the words of a text in reading order if the page’s direction is %s', async (dir) => {
  await popup.evaluate((direction) => void (document.documentElement.dir = direction), dir);
  expect(await drawn('.memory-about time')).toBe('2 days ago');
  expect(await drawn('.footer p')).toBe('5 memories · all on this device');
  expect(await drawn('.save-waiting')).toContain('Extensions can’t read this page. You can still write a note.');
  expect(await drawn('.memory-tag')).toBe('#home');
  expect(await drawn('.memory-tag', 1)).toBe([...'#בית'].reverse().join(''));
});

test('aligns English text to the right in a right-to-left page', async () => {
  await popup.evaluate(() => void (document.documentElement.dir = 'rtl'));
  const [words, line] = await popup.evaluate(() => {
    const [whole, range] = [document.querySelector('.footer p')!, document.createRange()];
    range.selectNodeContents(whole);
    return [range.getBoundingClientRect().right, whole.getBoundingClientRect().right] as const;
  });
  expect(words).toBeCloseTo(line, 0);
});
