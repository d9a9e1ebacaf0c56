import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium, type ChromiumBrowser, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { engineState } from '../support/engine-control.ts';
import { found, hit, memory, recent, usage } from '../support/stand-in-answers.ts';
import { extensionWithEngine } from '../support/stand-in-engine.ts';

const recents = Array.from({ length: 20 }, (_, place) => memory(place + 41));
const words = Array.from({ length: 20 }, (_, place) =>
  hit(memory(place + 1, `Heron number ${place + 1}`), { words: ['heron'] }),
);
const birds = Array.from({ length: 20 }, (_, place) =>
  hit(memory(place + 21, `A bird that stands in ponds, number ${place + 1}`)),
);

const answers = [
  usage(40),
  ...recent(recents),
  found('"query":"heron","mode":"keyword"', 'keyword', words),
  found('"query":"heron"', 'hybrid', [...birds.slice(0, 10), ...words.toReversed().slice(0, 10)], 1_500),
];

let browser: ChromiumBrowser;
let popup: ChromiumPage;

beforeAll(async () => {
  browser = await launchChromium({ extension: extensionWithEngine('chromium', answers, { state: engineState() }) });
  popup = await browser.newPage(browser.address('popup.html'));
});

afterAll(() => browser?.close());

/** A memory's position on the screen, and what is at that point. */
const topOf = (id: string) =>
  popup.evaluate((wanted) => document.querySelector(`[data-row="${wanted}"]`)?.getBoundingClientRect().top, id);
const under = (x: number, y: number) =>
  popup.evaluate(
    (left, top) => document.elementFromPoint(left, top)?.closest<HTMLElement>('[data-row]')?.dataset['row'],
    x,
    y,
  );

/** Opens the popup, rests the pointer at this point, and types. */
async function searched({ x, y }: { x: number; y: number }): Promise<void> {
  await popup.puppeteer.mouse.move(5, 5);
  await popup.reload();
  await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 20);
  await popup.puppeteer.mouse.move(x, y);
  await popup.type('[data-search]', 'heron');
  await popup.waitFor(() => document.querySelector('[data-row] mark'));
}

const refined = () =>
  popup.waitFor(() => [...document.querySelectorAll('.memory-why')].some((why) => why.textContent === 'by meaning'));

test.each([
  ['', 0],
  [' of a scrolled list', 400],
  [' at the end of the list', 5_000],
])('the row under the pointer%s stays there when results by meaning arrive', async (_, scrolled) => {
  await searched({ x: 5, y: 5 });
  await popup.evaluate((top) => document.querySelector('.list')?.scrollTo(0, top), scrolled);
  await popup.puppeteer.mouse.move(200, 300);
  await popup.puppeteer.mouse.move(200, 320);
  const id = await under(200, 320);
  const top = await topOf(id!);
  await refined();
  expect([await under(200, 320), await topOf(id!)]).toEqual([id, top]);
});

test('so does a row that appeared under a resting pointer; the full order comes when the pointer leaves', async () => {
  await searched({ x: 200, y: 320 });
  const id = await under(200, 320);
  const top = await topOf(id!);
  await refined();
  expect([await under(200, 320), await topOf(id!)]).toEqual([id, top]);
  await popup.puppeteer.mouse.move(200, 20);
  await popup.waitFor(
    (best) => document.querySelector('[data-row] .memory-text')?.textContent === best,
    birds[0]!.content,
  );
});

test('without the pointer on the list the best result comes first', async () => {
  await searched({ x: 5, y: 5 });
  await refined();
  expect(await popup.text('[data-row] .memory-text')).toBe(birds[0]!.content);
});
