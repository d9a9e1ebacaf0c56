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
];

let browser: ChromiumBrowser;
let popup: ChromiumPage;

beforeAll(async () => {
  const answers = [usage(4), ...recent(memories)];
  browser = await launchChromium({ extension: extensionWithEngine('chromium', answers, { state: engineState() }) });
  popup = await browser.newPage(browser.address('popup.html'));
  await popup.puppeteer.setViewport({ width: 400, height: 560 });
});

afterAll(() => browser?.close());

beforeEach(async () => {
  await popup.puppeteer.mouse.move(5, 5);
  await popup.reload();
  await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 4);
});

/** The box of the n-th row, and of its first tag if there is one. */
const boxesOf = (nth: number) =>
  popup.evaluate((index) => {
    const row = document.querySelectorAll('[data-row]')[index]!;
    const [whole, tag] = [row, row.querySelector('.memory-tag')].map((element) => {
      const { x, y, width, height } = element?.getBoundingClientRect() ?? {};
      return { x, y, width, height };
    });
    return { row: whole!, tag: tag! };
  }, nth);

test.each([0, 1, 2])('keeps a tag of row %i where it is while the pointer is on it', async (nth) => {
  const before = await boxesOf(nth);
  const [x, y] = [before.tag.x! + before.tag.width! / 2, before.tag.y! + before.tag.height! / 2];
  await popup.puppeteer.mouse.move(x, y);
  await popup.waitFor((index) => document.querySelectorAll('[data-row]')[index]?.querySelector('.action'), nth);
  expect(await boxesOf(nth)).toEqual(before);
  await popup.puppeteer.mouse.click(x, y);
  await popup.waitFor(() => document.querySelector('.filter-chips .chip'));
});

test('opens a memory by a click on its padding or its secondary line, but not by one on a control', async () => {
  const { row } = await boxesOf(3);
  for (const top of [row.y! + 2, row.y! + row.height! - 12]) {
    await popup.puppeteer.mouse.click(120, top);
    await popup.waitFor(() => document.querySelector('.reader'));
    await popup.press('Escape');
    await popup.waitFor(() => !document.querySelector('.reader'));
  }
  await popup.puppeteer.mouse.move(120, row.y! + 12);
  await popup.puppeteer.mouse.click(380 - 2 * 32, row.y! + row.height! - 14);
  expect(await popup.evaluate(() => document.querySelector('.reader'))).toBeNull();
});
