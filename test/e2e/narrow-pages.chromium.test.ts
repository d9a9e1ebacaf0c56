import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium, type ChromiumBrowser, type ChromiumPage } from '../../scripts/browsers/index.ts';

let browser: ChromiumBrowser;

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(() => browser?.close());

async function openNarrow(path: string): Promise<ChromiumPage> {
  const page = await browser.newPage(browser.address(path));
  await page.puppeteer.setViewport({ width: 320, height: 700 });
  return page;
}

test('the welcome page isn’t wider than its window, and says how it found a note that was just saved', async () => {
  const page = await openNarrow('welcome.html');
  // Keeps "Saved, Undo" in the row. It would disappear after ten seconds, which may be too soon on a busy machine.
  await page.puppeteer.evaluateOnNewDocument(() => {
    const original = globalThis.setTimeout;
    Object.assign(globalThis, {
      setTimeout: (work: () => void, ms = 0, ...args: unknown[]) => (ms === 10_000 ? 0 : original(work, ms, ...args)),
    });
  });
  await page.reload();
  await page.waitFor(() => document.querySelector('.step'));
  await page.click('.step > .button');
  await page.waitFor(() => document.querySelector('.notice'));
  // Waits until the save has moved the focus and changed the hint's text, because the new text moves the hint's button.
  await page.waitFor(() => document.activeElement?.matches('.step input'));
  await page.click('.step .top ~ p button');
  await page.waitFor(() => document.querySelector('.status-words')?.textContent?.includes('1 memory found'));
  expect(await page.evaluate(() => document.querySelector('[data-row] .memory-saved') !== null)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const [why, line] = await page.evaluate(() =>
    ['.memory-why', '.memory-about'].map((part) => {
      const element = document.querySelector(part)!;
      return element.getBoundingClientRect().right - parseFloat(getComputedStyle(element).paddingInlineEnd);
    }),
  );
  expect(why).toBeLessThanOrEqual(line!);
});

test('in the settings, the message that a shortcut may be taken doesn’t cover the shortcut’s name', async () => {
  const page = await openNarrow('options.html');
  await page.puppeteer.evaluateOnNewDocument(() => {
    const { chrome } = globalThis as unknown as { chrome: { commands: { getAll(): Promise<{ name: string }[]> } } };
    const all = chrome.commands.getAll.bind(chrome.commands);
    chrome.commands.getAll = async () =>
      (await all()).map((one) => (one.name === '_execute_action' ? { ...one, shortcut: '' } : one));
  });
  await page.reload();
  await page.waitFor(() => document.querySelector('.shortcuts .setting-fault')?.textContent?.includes('Ctrl+Shift+K'));
  const covered = await page.evaluate(
    () =>
      [...document.querySelectorAll('.shortcuts > div')].filter((row) => {
        const range = document.createRange();
        range.selectNodeContents(row.querySelector('dt')!);
        const [name, keys] = [range, row.querySelector('dd')!].map((part) => part.getBoundingClientRect());
        return name!.right > keys!.left && name!.bottom > keys!.top;
      }).length,
  );
  expect([covered, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([0, 320]);
});

test.each([1440, 320])('in the settings, the shortcuts end at the right edge at %i px', async (width) => {
  const page = await openNarrow('options.html');
  await page.puppeteer.setViewport({ width, height: 700 });
  await page.waitFor(() => document.querySelectorAll('.shortcuts kbd').length > 1);
  const [edge, ...ends] = await page.evaluate(() =>
    [...document.querySelectorAll('#shortcuts h2, .shortcuts kbd')].map((part) => part.getBoundingClientRect().right),
  );
  expect(ends.map((end) => Math.round(edge! - end))).toEqual(ends.map(() => 0));
});
