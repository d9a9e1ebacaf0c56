import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium, type ChromiumBrowser, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';

let browser: ChromiumBrowser;
let library: ChromiumPage;

beforeAll(async () => {
  browser = await launchChromium({ extension: await extensionWithHarness('chromium') });
  const own = await browser.newPage(browser.address('popup.html'));
  await clientThrough(own).collections.create({ name: 'House' });
  const { id } = await clientThrough(own).memories.create({ content: 'Bleed the radiators', tags: ['home'] });
  library = await browser.newPage(browser.address('library.html'));
  await library.puppeteer.setViewport({ width: 320, height: 800 });
  await library.waitFor(() => document.querySelector('.memory'));
  await library.press('ArrowDown');
  await library.press('e');
  await library.waitFor(() => document.activeElement?.matches('.editor textarea'));
  await clientThrough(own).memories.update(id, { content: 'Bleed the radiators in autumn' });
  await library.type('.editor textarea', ' soon');
  await library.press('Control+Enter');
  await library.waitFor(() => document.querySelector('.editor-theirs'));
});

afterAll(() => browser?.close());

test('shows a row’s editor completely at 320 px during a conflict', async () => {
  const beyond = await library.evaluate(() =>
    [...document.querySelectorAll('.editor textarea, .editor .field, .editor .button')]
      .filter((part) => part.getBoundingClientRect().right > innerWidth)
      .map((part) => part.textContent),
  );
  expect(beyond).toEqual([]);
});

test('shows every link to a section completely at 320 px', async () => {
  const links = await library.evaluate(() =>
    Array.from(document.querySelectorAll('.library-head nav a'), (link) => ({
      text: link.textContent,
      isCut: link.getBoundingClientRect().right > innerWidth,
    })),
  );
  expect(links.map(({ text }) => text)).toContain('Trash');
  expect(links.filter(({ isCut }) => isCut)).toEqual([]);
});

test('leaves at least two thirds of a side panel to the list', async () => {
  const top = await library.evaluate(() => document.querySelector('.list-words')!.getBoundingClientRect().top);
  expect(top).toBeLessThan(800 / 3);
});

test('fades the other end of a line if the page runs from right to left', async () => {
  await library.press('Escape');
  await library.waitFor(() => document.querySelector('.memory-about'));
  const fade = (dir: string) =>
    library.evaluate((direction) => {
      document.documentElement.dir = direction;
      return getComputedStyle(document.querySelector('.memory-about')!).maskImage;
    }, dir);
  expect(await fade('rtl')).not.toBe(await fade('ltr'));
});

test('keeps the form of a note apart from the list at a zoom of 200 %', async () => {
  await library.evaluate(() => void (document.documentElement.dir = 'ltr'));
  await library.puppeteer.setViewport({ width: 720, height: 450 });
  await library.click('.save-waiting');
  await library.waitFor(() => document.activeElement?.matches('.save textarea'));
  const { form, parts, heightOfText } = await library.evaluate(() => {
    const boxOf = (part: Element) => part.getBoundingClientRect();
    const save = document.querySelector('.save')!;
    return {
      form: boxOf(save).bottom,
      parts: Array.from(save.querySelectorAll('.field, .button'), (part) => boxOf(part).bottom),
      heightOfText: boxOf(save.querySelector('textarea')!).height,
    };
  });
  expect(parts.length).toBeGreaterThan(3);
  expect(parts.filter((bottom) => bottom > form)).toEqual([]);
  expect(heightOfText).toBeGreaterThan(40);
});
