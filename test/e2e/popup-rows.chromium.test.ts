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

const boxesOf = (nth: number) =>
  popup.evaluate((index) => {
    const row = document.querySelectorAll('[data-row]')[index]!;
    const [whole, tag] = [row, row.querySelector('.memory-tag')].map((element) => {
      const { x, y, width, height } = element?.getBoundingClientRect() ?? {};
      return { x, y, width, height };
    });
    return { row: whole!, tag: tag! };
  }, nth);

test.each([0, 1, 2])('doesn’t move a tag of row %i under the pointer, and filters by it on a click', async (nth) => {
  const before = await boxesOf(nth);
  const [x, y] = [before.tag.x! + before.tag.width! / 2, before.tag.y! + before.tag.height! / 2];
  await popup.puppeteer.mouse.move(x, y);
  await popup.waitFor((index) => document.querySelectorAll('[data-row]')[index]?.querySelector('.action'), nth);
  expect(await boxesOf(nth)).toEqual(before);
  await popup.puppeteer.mouse.click(x, y);
  await popup.waitFor(() => document.querySelector('.filter-chips .chip'));
});

/**
 * The heights of a row and its text, and the parts of the row's secondary line that aren't cut off. The boolean beside
 * a part is true if nothing covers the part's middle.
 */
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

/** A row's badly placed actions: the icon isn't over the faded end of the text, or isn't inside the row and window. */
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

const shownActions = (nth: number) =>
  popup.evaluate((index) => {
    const row = document.querySelectorAll('[data-row]')[index]!;
    return {
      actions: row.querySelector('.action')!.checkVisibility({ opacityProperty: true }),
      fades: getComputedStyle(row.querySelector('.memory-text')!).maskImage !== 'none',
    };
  }, nth);

test('a focused row shows neither its actions nor a fade in its text until Tab reaches the actions', async () => {
  for (const nth of [0, 1, 2, 3, 4]) {
    await popup.press('ArrowDown');
    await popup.waitFor((index) => document.activeElement === document.querySelectorAll('[data-row]')[index], nth);
    expect(await popup.evaluate(() => document.activeElement!.querySelector('.memory-more')!.checkVisibility())).toBe(
      true,
    );
    expect([nth, await shownActions(nth)]).toEqual([nth, { actions: false, fades: false }]);
  }
  await popup.press('Tab');
  await popup.waitFor(() => document.activeElement?.matches('.action'));
  expect(await shownActions(4)).toEqual({ actions: true, fades: true });
});

test.each([400, 320])('shows the actions of a row over the faded end of its text, at %i px width', async (width) => {
  await popup.puppeteer.setViewport({ width, height: 560 });
  for (const nth of [0, 1, 2, 3, 4]) {
    const before = await shownIn(nth);
    expect(before.about.length).toBeGreaterThan(0);
    await popup.evaluate((index) => document.querySelectorAll<HTMLElement>('[data-row]')[index]!.focus(), nth);
    await popup.waitFor(() => document.activeElement?.querySelector('.action'));
    await popup.press('Tab');
    await popup.waitFor(() => document.activeElement?.matches('.action'));
    expect([nth, await shownIn(nth), await badlyPlaced(nth)]).toEqual([nth, before, []]);
  }
  await popup.puppeteer.setViewport({ width: 400, height: 560 });
});

/** Points of a row that lie outside its tags, its link to a page and the button that unfolds the actions. */
const pointsOf = (nth: number) =>
  popup.evaluate((index) => {
    const row = document.querySelectorAll('[data-row]')[index]!;
    const { left, top, width, height } = row.getBoundingClientRect();
    const isRtl = row.querySelector('.memory-text:dir(rtl)') !== null;
    return [0.3, 0.7, 0.9]
      .map((share) => left + width * (isRtl ? 1 - share : share))
      .flatMap((x) => [0.05, 0.4, 0.6, 0.9].map((share) => [x, top + height * share] as const))
      .filter(([x, y]) => document.elementFromPoint(x, y)?.closest('a, button') === null);
  }, nth);

test.each([400, 320])('opens a memory by a click on its row, except on links and buttons, at %i px', async (width) => {
  await popup.puppeteer.setViewport({ width, height: 560 });
  const { mouse } = popup.puppeteer;
  for (const nth of [0, 3, 4])
    for (const [x, y] of await pointsOf(nth)) {
      await mouse.move(width / 2, 20);
      // Moves in several steps, as a hand does, over the rows above.
      await mouse.move(x, y, { steps: 6 });
      await mouse.click(x, y);
      await popup.waitFor(() => document.querySelector('.reader'));
      await popup.press('Escape');
      await popup.waitFor(() => document.querySelector('.reader') === null);
    }
  await popup.puppeteer.setViewport({ width: 400, height: 560 });
});

test.each([0, 4])(
  'unfolds the actions of row %i when the pointer is on their button, and performs the clicked action',
  async (nth) => {
    const centreOf = (selector: string) =>
      popup.evaluate(
        (index, wanted) => {
          const found = document.querySelectorAll('[data-row]')[index]!.querySelector(wanted)!;
          const { x, y, width, height } = found.getBoundingClientRect();
          return [x + width / 2, y + height / 2] as const;
        },
        nth,
        selector,
      );
    const countShown = () =>
      popup.evaluate(
        (index) =>
          [...document.querySelectorAll('[data-row]')[index]!.querySelectorAll('.memory-actions .action')].filter(
            (one) => one.checkVisibility({ opacityProperty: true }),
          ).length,
        nth,
      );
    const { mouse } = popup.puppeteer;
    await mouse.move(...(await centreOf('.memory-text')));
    await popup.waitFor(() => document.querySelector('.memory-more')?.checkVisibility());
    expect(await countShown()).toBe(0);
    await mouse.move(...(await centreOf('.memory-more')), { steps: 6 });
    expect(await countShown()).toBeGreaterThanOrEqual(5);
    await mouse.move(...(await centreOf('.action[title^=Edit]')), { steps: 6 });
    await mouse.click(...(await centreOf('.action[title^=Edit]')));
    await popup.waitFor(
      (index) => document.querySelectorAll('[data-row]')[index]?.querySelector('textarea') === document.activeElement,
      nth,
    );
  },
);
