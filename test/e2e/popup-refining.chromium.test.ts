import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium, type ChromiumBrowser, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { engineState } from '../support/engine-control.ts';
import { hit, memory, recent, searchAnswer, usage } from '../support/stand-in-answers.ts';
import { extensionWithEngine } from '../support/stand-in-engine.ts';
import { clearTypedText } from '../support/clear-typed-text.ts';

const recents = Array.from({ length: 20 }, (_, index) => memory(index + 41));
const words = Array.from({ length: 20 }, (_, index) =>
  hit(memory(index + 1, `Heron number ${index + 1}`), { words: ['heron'] }),
);
const birds = Array.from({ length: 20 }, (_, index) =>
  hit(memory(index + 21, `A bird that stands in ponds, number ${index + 1}`)),
);

const unsure = Array.from({ length: 3 }, (_, index) =>
  hit(memory(index + 61, `Number ${index + 1} of what the pond is for`), { words: ['pond'], certain: false }),
);

const answers = [
  usage(40),
  ...recent(recents),
  searchAnswer('"query":"heron","mode":"keyword"', 'keyword', words),
  searchAnswer('"query":"pond","mode":"keyword"', 'keyword', unsure),
  searchAnswer('"query":"pond"', 'hybrid', [birds[0]!, ...unsure], 1_500),
  searchAnswer('"query":"heron"', 'hybrid', [...birds.slice(0, 10), ...words.toReversed().slice(0, 10)], 1_500),
];

let browser: ChromiumBrowser;
let popup: ChromiumPage;

beforeAll(async () => {
  browser = await launchChromium({ extension: extensionWithEngine('chromium', answers, { state: engineState() }) });
  popup = await browser.newPage(browser.address('popup.html'));
});

afterAll(() => browser?.close());

const topOf = (id: string) =>
  popup.evaluate((wanted) => document.querySelector(`[data-row="${wanted}"]`)?.getBoundingClientRect().top, id);
const rowAt = (x: number, y: number) =>
  popup.evaluate(
    (left, top) => document.elementFromPoint(left, top)?.closest<HTMLElement>('[data-row]')?.dataset['row'],
    x,
    y,
  );

/** Opens the popup, rests the pointer at a point, and searches. Returns when the first results are shown. */
async function openAndSearch({ x, y }: { x: number; y: number }, query = 'heron'): Promise<void> {
  await popup.puppeteer.mouse.move(5, 5);
  await popup.evaluate(clearTypedText);
  await popup.reload();
  await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 20);
  await popup.puppeteer.mouse.move(x, y);
  await popup.type('[data-search]', query);
  await popup.waitFor(() => document.querySelector('[data-row] mark'));
}

const waitForMeaningResults = () =>
  popup.waitFor(() => [...document.querySelectorAll('.memory-why')].some((why) => why.textContent === 'by meaning'));

test.each([
  ['', 0],
  [' in a scrolled list', 400],
  [' at the end of the list', 5_000],
])('keeps the row under the pointer%s in place when results by meaning arrive', async (_, scrolled) => {
  await openAndSearch({ x: 5, y: 5 });
  await popup.evaluate((top) => document.querySelector('.list')?.scrollTo(0, top), scrolled);
  await popup.puppeteer.mouse.move(200, 300);
  await popup.puppeteer.mouse.move(200, 320);
  const id = await rowAt(200, 320);
  const top = await topOf(id!);
  await waitForMeaningResults();
  expect([await rowAt(200, 320), await topOf(id!)]).toEqual([id, top]);
});

test('keeps a row that appears under a resting pointer in place, and sorts when the pointer leaves', async () => {
  await openAndSearch({ x: 200, y: 320 });
  const id = await rowAt(200, 320);
  const top = await topOf(id!);
  await waitForMeaningResults();
  expect([await rowAt(200, 320), await topOf(id!)]).toEqual([id, top]);
  await popup.puppeteer.mouse.move(200, 20);
  await popup.waitFor(
    (best) => document.querySelector('[data-row] .memory-text')?.textContent === best,
    birds[0]!.content,
  );
});

test('puts a certain result above less certain rows that appeared under a resting pointer, but not above a row that the user pointed at', async () => {
  await openAndSearch({ x: 200, y: 200 }, 'pond');
  expect(unsure.map(({ id }) => id)).toContain(await rowAt(200, 200));
  await waitForMeaningResults();
  expect(await popup.text('[data-row] .memory-text')).toBe(birds[0]!.content);

  await openAndSearch({ x: 200, y: 200 }, 'pond');
  await popup.puppeteer.mouse.move(200, 202);
  const id = await rowAt(200, 202);
  const top = await topOf(id!);
  await waitForMeaningResults();
  expect([await rowAt(200, 202), await topOf(id!)]).toEqual([id, top]);
});

test('puts the best result first if the pointer is not on the list', async () => {
  await openAndSearch({ x: 5, y: 5 });
  await waitForMeaningResults();
  expect(await popup.text('[data-row] .memory-text')).toBe(birds[0]!.content);
});
