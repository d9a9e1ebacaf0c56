import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium, serve, type ChromiumBrowser, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/kept.ts';

let browser: ChromiumBrowser;
let tab: ChromiumPage;
let site: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  site = await serve({ '/': '<!doctype html><title>A page</title><p>Words.</p>' });
  browser = await launchChromium({ extension: await extensionWithHarness('chromium') });
  tab = await browser.newPage(browser.address('popup.html'));
  const client = clientThrough(tab);
  for (const content of [
    'Bleed the radiators each autumn.',
    'The plumber Mr. Okafor fixed the boiler on Elm Street in two hours.',
    'Sourdough: 500 g flour, 350 g water.',
  ]) {
    await client.memories.create({
      content,
      tags: ['home', 'a rather long tag of the house'],
      url: 'https://letters.example.org/okafor',
    });
  }
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** The parts of the popup outside its window. */
const outside = () => {
  const parts = Array.from(
    document.querySelectorAll(
      '.top, .top button, .save, .save .button.primary, .list, .footer, .footer button, .notice:not(.unseen), .memory-saved',
    ),
  );
  const beyond = parts.filter((part) => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    return left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
  });
  return beyond.map(({ className }) => className);
};

const scrolled = () => [scrollX, scrollY];

/** Opens the save bar, writes and saves, and looks for invisible parts at each step. */
async function saveNote(popup: ChromiumPage, text: string): Promise<Record<string, unknown>> {
  await popup.waitFor(
    () =>
      document.querySelectorAll('[data-row]').length > 0 &&
      document.querySelector('.footer')?.textContent?.includes('memor'),
  );
  const open = await popup.evaluate(outside);
  await popup.click('.save-text');
  await popup.type('.save textarea', text);
  const writing = await popup.evaluate(outside);
  const list = await popup.evaluate(() => document.querySelector('.list')!.clientHeight >= 48);
  await popup.press('Control+Enter');
  await popup.waitFor(() => document.querySelector('.notice')?.textContent?.includes('Saved'));
  const saved = await popup.evaluate(outside);
  await popup.puppeteer.mouse.move(100, 10);
  await popup.puppeteer.mouse.wheel({ deltaX: 200, deltaY: 200 });
  return { open, writing, saved, list, scrolled: await popup.evaluate(scrolled) };
}

const fits = { open: [], writing: [], saved: [], list: true, scrolled: [0, 0] };

describe('the popup fits its window', () => {
  // Chromium limits a popup to 800 × 600 screen px: at 125 % zoom that is 480 CSS px of height, at 200 % 300.
  test.each([
    [320, 400],
    [400, 560],
    [400, 480],
    [400, 300],
    [500, 700],
  ])('of %d × %d CSS px', async (width, height) => {
    await tab.puppeteer.setViewport({ width, height });
    await tab.reload();
    expect(await saveNote(tab, `Buy washers ${width} × ${height}`)).toEqual(fits);
  });

  test('as the browser opens it', async () => {
    const page = await browser.newPage(site.origin);
    const popup = await browser.openPopup(page);
    expect(await saveNote(popup, 'Buy washers')).toEqual(fits);
    expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([400, 560]);
    await popup.close();
    await page.close();
  });
});
