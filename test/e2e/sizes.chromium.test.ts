import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium, serve, type ChromiumBrowser, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { engineState } from '../support/engine-control.ts';
import { memory, recent, usage } from '../support/stand-in-answers.ts';
import { extensionWithEngine } from '../support/stand-in-engine.ts';

const text =
  'Bring the boiler’s papers, the meter readings and a torch: the cellar has no light, and its door sticks. ';
const memories = Array.from({ length: 10 }, (_, index) => ({
  ...memory(index + 1, index === 1 ? text : text.repeat(20)),
  title: index === 1 ? 'Cellar' : null,
  tags: ['house'],
}));
const one = { method: 'GET', path: `/v1/memories/${memories[0]!.id}`, status: 200, body: memories[0] };

let browser: ChromiumBrowser;
let site: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  site = await serve({ '/': '<!doctype html><title>Orchid guide</title><p>Words.</p>' });
  const answers = [usage(memories.length), one, ...recent(memories)];
  browser = await launchChromium({ extension: extensionWithEngine('chromium', answers, { state: engineState() }) });
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Size and line height of an element’s font, in CSS pixels. */
const fontOf = (page: ChromiumPage, selector: string) =>
  page.evaluate((wanted) => {
    const { fontSize, lineHeight } = getComputedStyle(document.querySelector(wanted)!);
    return [fontSize, lineHeight].map(Number.parseFloat);
  }, selector);

describe('the popup', () => {
  let popup: ChromiumPage;

  beforeAll(async () => {
    const page = await browser.newPage(site.origin);
    popup = await browser.openPopup(page);
    await popup.waitFor(
      () => document.querySelectorAll('[data-row]').length === 10 && document.querySelector('.save-do'),
    );
  });

  test('is 400 × 560 px, with a search field of 44 px and a save line of 40 px', async () => {
    expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([400, 560]);
    const heights = await popup.evaluate(() =>
      ['.search', '.save-line'].map((part) => document.querySelector(part)!.getBoundingClientRect().height),
    );
    // Plus 1 px for the rule between the save line and the list.
    expect(heights).toEqual([44, 40 + 1]);
  });

  test('has rows with a font size of 15 px and a line height of 21 px, bold titles, and details in 12 px', async () => {
    expect(await fontOf(popup, '.memory-words .memory-text')).toEqual([15, 21]);
    expect(await fontOf(popup, '.memory-title')).toEqual([15, 21]);
    expect(await popup.evaluate(() => getComputedStyle(document.querySelector('.memory-title')!).fontWeight)).toBe(
      '600',
    );
    expect((await fontOf(popup, '.memory-about'))[0]).toBe(12);
  });

  test('shows six to seven rows of two lines', async () => {
    const shown = await popup.evaluate(() => {
      const list = document.querySelector('.list')!.getBoundingClientRect();
      return [...document.querySelectorAll('[data-row]')]
        .filter((row) => row.getBoundingClientRect().bottom <= list.bottom)
        .map((row) => row.querySelector('.memory-words')!.clientHeight);
    });
    expect(new Set(shown)).toEqual(new Set([42]));
    expect([6, 7]).toContain(shown.length);
  });
});

test('the library shows a memory with a font size of 18 px and a line height of 28 px, in lines of about 66 characters', async () => {
  const library = await browser.newPage(browser.address('library.html'));
  await library.puppeteer.setViewport({ width: 1440, height: 900 });
  await library.waitFor(() => document.querySelector('[data-row]'));
  await library.click('[data-row]');
  await library.waitFor(() => document.querySelector('.pane-text'));
  expect(await fontOf(library, '.pane-text')).toEqual([18, 28]);
  const { lineCount, length } = await library.evaluate(() => {
    const shown = document.querySelector('.pane-text')!;
    return { lineCount: Math.round(shown.getBoundingClientRect().height / 28), length: shown.textContent.length };
  });
  // The last line may be short.
  expect(length / lineCount).toBeGreaterThan(62);
  expect(length / (lineCount - 1)).toBeLessThan(70);
});
