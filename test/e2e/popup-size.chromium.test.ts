import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  launchChromium,
  serve,
  temporaryFolder,
  type ChromiumBrowser,
  type ChromiumPage,
} from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';

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

/** The class names of the parts of the popup that extend beyond its window. */
const outside = () => {
  const parts = Array.from(
    document.querySelectorAll(
      '.top, .top button, .save, .save .button.primary, .list, .footer, .footer button, .notice, .memory-saved',
    ),
  );
  const beyond = parts.filter((part) => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    return left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
  });
  return beyond.map(({ className }) => className);
};

/** The fields of the save bar that are less than 24 px high, or covered even when they have the focus. */
const unusable = () =>
  Array.from(document.querySelectorAll<HTMLElement>('.save :is(textarea, input, select)'))
    .filter((field) => {
      field.focus();
      const { left, top, width, height } = field.getBoundingClientRect();
      const atPoint = (share: number) => document.elementFromPoint(left + width / 2, top + height * share);
      return height < 24 || ![0.1, 0.5, 0.9].every((share) => atPoint(share) === field);
    })
    .map((field) => field.getAttribute('aria-label') ?? field.closest('label')?.textContent);

const scrolled = () => [scrollX, scrollY];

/** Opens the save bar, types and saves. Returns how the popup's parts fit at each step; see `fits`. */
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
  const covered = await popup.evaluate(unusable);
  const list = await popup.evaluate(() => document.querySelector('.list')!.clientHeight >= 48);
  await popup.press('Control+Enter');
  await popup.waitFor(() => document.querySelector('.notices')?.textContent?.includes('Saved'));
  const saved = await popup.evaluate(outside);
  await popup.puppeteer.mouse.move(100, 10);
  await popup.puppeteer.mouse.wheel({ deltaX: 200, deltaY: 200 });
  return { open, writing, covered, saved, list, scrolled: await popup.evaluate(scrolled) };
}

const fits = { open: [], writing: [], covered: [], saved: [], list: true, scrolled: [0, 0] };

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

  // After each change, Chromium lays a popup out in a window of 25 px. Laying out the rows at that width would take
  // most of the time that the popup needs to handle a key press.
  test('but keeps its width in the window of 25 px in which Chromium measures it', async () => {
    const widthIn = async (width: number) => {
      await tab.puppeteer.setViewport({ width, height: 560 });
      return tab.evaluate(() => [innerWidth, document.querySelector('.popup')!.clientWidth]);
    };
    expect(await widthIn(25)).toEqual([25, 400]);
    expect(await widthIn(320)).toEqual([320, 320]);
    expect(await widthIn(415)).toEqual([415, 415]);
    expect(await widthIn(1_000)).toEqual([1_000, 400]);
  });

  // If a media query matched only in the usual window or only in the window of 25 px, each key press would compute the
  // styles of all elements anew, several times.
  test('and its media queries match the same in the window of 25 px as in the usual one', async () => {
    const matchingIn = async (width: number, height: number) => {
      await tab.puppeteer.setViewport({ width, height });
      return tab.evaluate(() => {
        const queries = [...document.styleSheets]
          .flatMap(({ cssRules }) => [...cssRules])
          .flatMap((rule) => (rule instanceof CSSMediaRule ? rule.conditionText : []));
        return queries.map((query) => `${query}: ${matchMedia(query).matches}`);
      });
    };
    const queries = await matchingIn(400, 560);
    expect(queries.filter((query) => /width|height/.test(query)).length).toBeGreaterThan(3);
    expect(await matchingIn(25, 25)).toEqual(queries);
  });

  test('at the size that the browser gives it', async () => {
    const page = await browser.newPage(site.origin);
    const popup = await browser.openPopup(page);
    expect(await saveNote(popup, 'Buy washers')).toEqual(fits);
    expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([400, 560]);
    await popup.close();
    await page.close();
  });

  test.each([0.8, 1.25, 2])('at a real browser zoom of %d, and fills it', async (zoom) => {
    const zoomed = await launchChromium({
      extension: await extensionWithHarness('chromium'),
      profile: profileWithZoom(zoom),
    });
    try {
      const popup = await zoomed.openPopup(await zoomed.newPage(site.origin));
      await popup.waitFor(() => document.querySelector('.footer')?.textContent?.includes('memor'));
      await popup.waitFor((wanted) => Math.abs(devicePixelRatio - wanted) < 0.01 && innerHeight * wanted <= 600, zoom);
      expect(await popup.evaluate(() => document.querySelector('.popup')!.clientWidth - innerWidth)).toBe(0);
      const open = await popup.evaluate(outside);
      await popup.evaluate(() => document.querySelector<HTMLElement>('.save-text')!.click());
      await popup.waitFor(() => document.activeElement?.matches('.save textarea'));
      await popup.keys('Buy washers');
      const [writing, covered] = [await popup.evaluate(outside), await popup.evaluate(unusable)];
      await popup.press('Control+Enter');
      await popup.waitFor(() => document.querySelector('.memory-saved, .notices')?.textContent?.includes('Saved'));
      const saved = await popup.evaluate(outside);
      expect({ open, writing, covered, saved }).toEqual({ open: [], writing: [], covered: [], saved: [] });
    } finally {
      await zoomed.close();
    }
  });
});

/**
 * A new profile whose default zoom is `zoom`, as set in the browser's settings. Each step of zoom is a factor of 1.2.
 */
function profileWithZoom(zoom: number): string {
  const profile = temporaryFolder('zoomed-profile');
  mkdirSync(join(profile, 'Default'));
  const preferences = { partition: { default_zoom_level: { x: Math.log(zoom) / Math.log(1.2) } } };
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
  return profile;
}
