import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium, type ChromiumBrowser, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';

let browser: ChromiumBrowser;

beforeAll(async () => {
  browser = await launchChromium({ extension: await extensionWithHarness('chromium') });
  const client = clientThrough(await browser.newPage(browser.address('popup.html')));
  for (const tag of ['home', 'hotels', 'holidays'])
    await client.memories.create({ content: `About ${tag}`, tags: [tag] });
});

afterAll(() => browser?.close());

async function openInForcedColors(path: string, selector: string): Promise<ChromiumPage> {
  const page = await browser.newPage(browser.address(path));
  await page.puppeteer.setViewport({ width: 1200, height: 700 });
  const session = await page.puppeteer.createCDPSession();
  await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
  await page.waitFor((wanted) => document.querySelectorAll(wanted).length > 2, selector);
  return page;
}

/**
 * Compares screenshots of the elements' left edges, which contain no text. Returns whether the chosen element looks
 * different from the others. Asserts that the others look alike.
 */
async function chosenStandsOut(page: ChromiumPage, selector: string, chosen: string): Promise<boolean> {
  await page.puppeteer.mouse.move(0, 0);
  const parts = await page.evaluate(
    (all, wanted) =>
      [...document.querySelectorAll(all)].map((element) => {
        const { left, top, height } = element.getBoundingClientRect();
        const [x, y] = [Math.floor(left), Math.floor(top + height / 2) - 4];
        return { clip: { x, y, width: 6, height: 8 }, isChosen: element.matches(wanted) };
      }),
    selector,
    chosen,
  );
  const looks: Record<string, string[]> = { true: [], false: [] };
  for (const { clip, isChosen } of parts)
    looks[String(isChosen)]!.push(
      await page.puppeteer.screenshot({ clip, encoding: 'base64', captureBeyondViewport: false }),
    );
  expect([looks['true']!.length, new Set(looks['false']).size]).toEqual([1, 1]);
  return !looks['false']!.includes(looks['true']![0]!);
}

test('the chosen action and the chosen suggestion stand out', async () => {
  const popup = await openInForcedColors('popup.html', '.memory');
  await popup.press('Control+k');
  await popup.waitFor(() => document.querySelector('.action-list')?.hasAttribute('open'));
  await popup.press('ArrowDown');
  expect(await chosenStandsOut(popup, '.action-names [role=option]', '[aria-selected=true]')).toBe(true);
  await popup.press('Escape');
  await popup.type('[data-search]', '#ho');
  await popup.waitFor(() => document.querySelectorAll('.suggestions [role=option]').length === 3);
  expect(await chosenStandsOut(popup, '.suggestions [role=option]', '[aria-selected=true]')).toBe(true);
  await popup.close();
});

test('the open memory and the current section of the library stand out', async () => {
  const library = await openInForcedColors('library.html', '.memory');
  await library.click('.memory-text');
  await library.waitFor(() => document.querySelector('.pane-text'));
  // A focused row stands out anyway.
  await library.press('/');
  await library.waitFor(() => document.activeElement?.matches('[data-search]'));
  expect(await chosenStandsOut(library, '.memory', '[aria-current]')).toBe(true);
  expect(await chosenStandsOut(library, '.library-head nav[aria-label="Sections"] a', '[aria-current]')).toBe(true);
  await library.close();
});

test('the current section of the settings stands out', async () => {
  const settings = await openInForcedColors('options.html', '.settings nav a');
  await settings.waitFor(() => document.querySelector('.settings nav [aria-current]'));
  expect(await chosenStandsOut(settings, '.settings nav a', '[aria-current]')).toBe(true);
  await settings.close();
});
