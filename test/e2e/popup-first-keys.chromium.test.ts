import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { launchChromium, serve, type ChromiumBrowser, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { engineState } from '../support/engine-control.ts';
import { hit, memory, recent, searchAnswer, usage } from '../support/stand-in-answers.ts';
import { extensionWithEngine } from '../support/stand-in-engine.ts';

const found = hit(memory(7, 'The plumber Mr. Okafor fixed the boiler'), { words: ['okafor'] });
const answers = [
  usage(3),
  ...recent([1, 2, 3].map((number) => memory(number))),
  searchAnswer('"query":"okafor","mode":"keyword"', 'keyword', [found]),
  searchAnswer('"query":"okafor"', 'hybrid', [found]),
];

/** An extension whose popup loads no code before the test calls `load` in it, as on a slow computer. */
function extensionThatWaits(): string {
  const folder = extensionWithEngine('chromium', answers, { state: engineState() });
  const popup = join(folder, 'popup.html');
  const html = readFileSync(popup, 'utf8');
  const main = /<script type="module" crossorigin src="([^"]*)"/.exec(html)![1]!;
  writeFileSync(join(folder, 'later.js'), `globalThis.load = () => import('${main}');`);
  writeFileSync(popup, html.replace(main, '/later.js'));
  return folder;
}

/** An extension whose popup doesn't load the code of its screen until the test calls `goOn` in it. */
async function extensionWithLateScreen(): Promise<string> {
  const folder = await extensionWithHarness('chromium');
  const chunks = join(folder, 'chunks');
  const popupChunk = readdirSync(chunks).find((name) => name.startsWith('popup-'))!;
  const screen = /import\(`\.\/(screen-[^`]*\.js)`\)/.exec(readFileSync(join(chunks, popupChunk), 'utf8'))![1]!;
  renameSync(join(chunks, screen), join(chunks, 'late.js'));
  writeFileSync(
    join(chunks, screen),
    'await new Promise((resolve) => (globalThis.goOn = resolve));\nexport const { startPopup } = await import("./late.js");',
  );
  return folder;
}

let browser: ChromiumBrowser;
let site: Awaited<ReturnType<typeof serve>>;
let page: ChromiumPage;
let popup: ChromiumPage;

beforeAll(async () => {
  site = await serve({ '/': '<!doctype html><title>A page</title><p>Words.</p>' });
  browser = await launchChromium({ extension: extensionThatWaits() });
  page = await browser.newPage(site.origin);
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

beforeEach(async () => {
  popup = await browser.openPopup(page);
  await popup.waitFor(() => 'load' in globalThis && document.activeElement?.matches('input'));
});

afterEach(() => popup.close());

async function load(): Promise<void> {
  await popup.evaluate(() => (globalThis as unknown as { load(): Promise<unknown> }).load());
  await popup.waitFor(() => document.querySelector('[data-row]'));
}

const caret = () =>
  popup.evaluate(() => {
    const { activeElement: field } = document;
    return field instanceof HTMLInputElement && [field.value, field.selectionStart, field.selectionEnd];
  });

/** The layout, the style and the labels of the search field and of the elements around it. */
const look = () =>
  popup.evaluate(() =>
    [...document.querySelectorAll('.top, .search, .search > .icon, .search input, .top > .button .icon')].map(
      (part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        const { color, backgroundColor, borderColor, font, outline } = getComputedStyle(part);
        const text = ['type', 'placeholder', 'aria-label', 'maxlength', 'autocomplete', 'spellcheck', 'd'].map((name) =>
          (part.querySelector(':scope > path') ?? part).getAttribute(name),
        );
        // The shortcut, which appears later, takes some of the field’s width.
        const box = part instanceof HTMLInputElement ? [x, y, height] : [x, y, height, width];
        return { box, color, backgroundColor, borderColor, font, outline, text };
      },
    ),
  );

test('keeps what is typed before the popup’s code is loaded, with the caret and the selection', async () => {
  await popup.keys('okfor');
  for (let step = 0; step < 3; step++) await popup.press('ArrowLeft');
  await popup.keys('a');
  await popup.press('Shift+ArrowRight');
  expect(await caret()).toEqual(['okafor', 3, 4]);
  const field = await popup.puppeteer.evaluateHandle(() => document.activeElement);
  await load();
  await popup.waitFor(() => document.querySelector('[data-row] mark')?.textContent === 'Okafor');
  expect(await caret()).toEqual(['okafor', 3, 4]);
  // The field is still the same element, so that an input method can finish composing.
  expect(await popup.puppeteer.evaluate((before) => before === document.activeElement, field)).toBe(true);
});

test('makes chips of the filters that are typed before the popup’s code is loaded', async () => {
  await popup.keys('#home ');
  await load();
  await popup.waitFor(() => document.querySelector('.chip')?.textContent?.includes('#home'));
  expect(await popup.evaluate(() => document.querySelector<HTMLInputElement>('[data-search]')!.value)).toBe('');
});

test('shows the search field at once, exactly as it looks after the code is loaded', async () => {
  const before = await look();
  expect(before).toHaveLength(5);
  expect(before[1]!.box[2]).toBe(44);
  await load();
  await popup.waitFor(() => document.querySelector('[data-search]'));
  expect(await look()).toEqual(before);
  expect(await popup.evaluate(() => document.querySelectorAll('.search input').length)).toBe(1);
});

test('Enter pressed before the screen’s code is loaded saves the page, or opens a query’s first result', async () => {
  const late = await launchChromium({ extension: await extensionWithLateScreen() });
  onTestFinished(() => late.close());
  const letter = await late.newPage(site.origin);
  const early = await late.openPopup(letter);
  const pressEnterEarly = async (text = '') => {
    await early.waitFor(() => 'goOn' in globalThis && document.activeElement?.matches('input'));
    await early.keys(text);
    await early.press('Enter');
    await early.evaluate(() => (globalThis as unknown as { goOn(): void }).goOn());
  };
  await pressEnterEarly();
  await early.waitFor(() => document.querySelector('.notices')?.textContent?.includes('Saved'));
  await early.waitFor(() => document.querySelector('[data-row]')?.textContent?.includes('A page'));
  // The page isn't saved again when the popup opens next.
  await early.reload();
  await pressEnterEarly();
  await early.waitFor(() => document.querySelector('.save-already'));
  expect(await early.evaluate(() => document.querySelectorAll('[data-row]').length)).toBe(1);
  // After some text, Enter opens the first result instead.
  await early.reload();
  await pressEnterEarly('page');
  await early.waitFor(() => document.querySelector('[data-reader]')?.textContent?.includes('A page'));
});
