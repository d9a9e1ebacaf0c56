import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchChromium, type ChromiumBrowser, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { engineState } from '../support/engine-control.ts';
import { memory, recent, usage } from '../support/stand-in-answers.ts';
import { extensionWithEngine } from '../support/stand-in-engine.ts';

const text = 'Bring the boiler’s papers, the meter readings and a torch: the cellar has no light, and its door sticks.';
const memories = [
  { ...memory(1, text), url: 'https://example.org/boiler', tags: ['house', 'boiler', 'repairs', 'cellar'] },
  { ...memory(2, text), url: 'https://example.org/torch', tags: ['torch'] },
  { ...memory(3, 'No light'), url: 'https://example.org/light', tags: ['house', 'boiler', 'repairs', 'cellar'] },
  { ...memory(4, text), title: 'Cellar', url: null, tags: [] },
  {
    ...memory(5, 'קח איתך את הניירות של הדוד ופנס, כי במרתף אין אור והדלת שלו נתקעת בכל חורף. '.repeat(2)),
    tags: ['בית'],
  },
];

let browser: ChromiumBrowser;
let popup: ChromiumPage;

beforeAll(async () => {
  const answers = [usage(5), ...recent(memories)];
  browser = await launchChromium({ extension: extensionWithEngine('chromium', answers, { state: engineState() }) });
  popup = await browser.newPage(browser.address('popup.html'));
  await popup.puppeteer.setViewport({ width: 400, height: 560 });
});

afterAll(() => browser?.close());

beforeEach(async () => {
  await popup.puppeteer.mouse.move(5, 5);
  await popup.reload();
  await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 5);
});

/** The position and size of the n-th row, and of its first tag if it has one. */
const boxesOf = (nth: number) =>
  popup.evaluate((index) => {
    const row = document.querySelectorAll('[data-row]')[index]!;
    const [whole, tag] = [row, row.querySelector('.memory-tag')].map((element) => {
      const { x, y, width, height } = element?.getBoundingClientRect() ?? {};
      return { x, y, width, height };
    });
    return { row: whole!, tag: tag! };
  }, nth);

test.each([0, 1, 2])('doesn’t move a tag of row %i while the pointer is on it', async (nth) => {
  const before = await boxesOf(nth);
  const [x, y] = [before.tag.x! + before.tag.width! / 2, before.tag.y! + before.tag.height! / 2];
  await popup.puppeteer.mouse.move(x, y);
  await popup.waitFor((index) => document.querySelectorAll('[data-row]')[index]?.querySelector('.action'), nth);
  expect(await boxesOf(nth)).toEqual(before);
  await popup.puppeteer.mouse.click(x, y);
  await popup.waitFor(() => document.querySelector('.filter-chips .chip'));
});

/** The lines of text of a row, and the completely visible parts of its secondary line. */
const shownIn = (nth: number) =>
  popup.evaluate((index) => {
    const row = document.querySelectorAll<HTMLElement>('[data-row]')[index]!;
    const about = row.querySelector('.memory-about')!.getBoundingClientRect();
    return {
      height: row.getBoundingClientRect().height,
      text: row.querySelector('.memory-words')!.clientHeight,
      about: [...row.querySelector('.memory-about')!.children]
        .filter((part) => part.getBoundingClientRect().right <= about.right)
        .map((part) => {
          const { left, right, top, bottom } = part.getBoundingClientRect();
          const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return [part.textContent, part.contains(at) || at?.contains(part) === true];
        }),
    };
  }, nth);

/** The actions of a row that lie on visible text, or outside the row or the window. */
const badlyPlaced = (nth: number) =>
  popup.evaluate((index) => {
    const row = document.querySelectorAll<HTMLElement>('[data-row]')[index]!;
    const [box, text] = [row, row.querySelector('.memory-text')!].map((part) => part.getBoundingClientRect());
    const isRtl = row.querySelector('.memory-text:dir(rtl)') !== null;
    return [...row.querySelectorAll('.action')].flatMap((action) => {
      const icon = action.querySelector('svg')!.getBoundingClientRect();
      const fromEnd = isRtl ? icon.right - text!.left : text!.right - icon.left;
      const isInFade =
        fromEnd <= row.querySelectorAll('.action').length * 32 &&
        icon.top >= text!.bottom - 21 &&
        icon.bottom <= text!.bottom;
      const isInside = icon.left >= box!.left && icon.right <= Math.min(box!.right, innerWidth);
      return isInFade && isInside ? [] : [action.textContent];
    });
  }, nth);

test.each([400, 320])('shows the actions of a row beside its text, at a width of %i px', async (width) => {
  await popup.puppeteer.setViewport({ width, height: 560 });
  for (const nth of [0, 1, 2, 3, 4]) {
    const before = await shownIn(nth);
    expect(before.about.length).toBeGreaterThan(0);
    await popup.evaluate((index) => document.querySelectorAll<HTMLElement>('[data-row]')[index]!.focus(), nth);
    await popup.waitFor(() => document.activeElement?.querySelector('.action')?.checkVisibility());
    expect([nth, await shownIn(nth), await badlyPlaced(nth)]).toEqual([nth, before, []]);
  }
  await popup.puppeteer.setViewport({ width: 400, height: 560 });
});

test('opens a memory by a click on its padding or its secondary line, but not by a click on a control', async () => {
  const { row } = await boxesOf(3);
  for (const top of [row.y! + 2, row.y! + row.height! - 12]) {
    await popup.puppeteer.mouse.click(120, top);
    await popup.waitFor(() => document.querySelector('.reader'));
    await popup.press('Escape');
    await popup.waitFor(() => !document.querySelector('.reader'));
  }
  await popup.puppeteer.mouse.move(120, row.y! + 12);
  await popup.puppeteer.mouse.click(380 - 2 * 32, row.y! + row.height! - 34);
  expect(await popup.evaluate(() => document.querySelector('.reader'))).toBeNull();
});
