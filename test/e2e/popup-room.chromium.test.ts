import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../src/client/index.ts';
import { launchChromium, serve, type ChromiumBrowser, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';
import { pdfFile } from '../support/pdf-file.ts';

const words =
  'Bleed the radiators each autumn before the boiler is switched on: start at the lowest, and stop when water comes.';

let browser: ChromiumBrowser;
let site: Awaited<ReturnType<typeof serve>>;
let client: Client;

beforeAll(async () => {
  site = await serve(({ url }, response) => {
    const isPaper = url === '/paper';
    response.writeHead(200, { 'content-type': isPaper ? 'application/pdf' : 'text/html; charset=utf-8' });
    response.end(isPaper ? pdfFile([['Heron one.']]) : `<!doctype html><title>Orchid guide</title><p>${words}</p>`);
  });
  browser = await launchChromium({ extension: await extensionWithHarness('chromium') });
  client = clientThrough(await browser.newPage(browser.address('popup.html')));
  for (let number = 1; number <= 8; number++)
    await client.memories.create({
      content: `${number}. ${words}`,
      tags: ['home', 'heating'],
      url: 'https://home.example.org/radiators',
    });
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

async function popupOver(path: string): Promise<ChromiumPage> {
  const popup = await browser.openPopup(await browser.newPage(site.origin + path));
  await popup.waitFor(
    () =>
      document.querySelectorAll('[data-row]').length >= 8 &&
      document.querySelector('.footer')?.textContent?.includes('memor') &&
      document.querySelector('.save-do, .save-already'),
  );
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([400, 560]);
  return popup;
}

/** The number of completely visible rows, and their different numbers of text lines. */
const visibleRows = (popup: ChromiumPage) =>
  popup.evaluate(() => {
    const list = document.querySelector('.list')!.getBoundingClientRect();
    const rows = [...document.querySelectorAll('[data-row]')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top >= list.top && bottom <= list.bottom;
    });
    const lines = rows.map((row) => Math.round(row.querySelector('.memory-words')!.clientHeight / 21));
    return { rows: rows.length, lines: [...new Set(lines)] };
  });

const saveControls = (popup: ChromiumPage) =>
  popup.evaluate(() =>
    [...document.querySelectorAll('.save-line button')].map(
      (button) => button.getAttribute('aria-label') ?? button.textContent,
    ),
  );

test('over an ordinary page, shows six rows of two lines and offers to save the page or its text', async () => {
  const popup = await popupOver('/guide');
  expect(await visibleRows(popup)).toEqual({ rows: 6, lines: [2] });
  expect(await saveControls(popup)).toEqual([
    expect.stringContaining('Orchid guide'),
    'Edit before saving',
    'Save text of this page…',
    'Related to this page',
  ]);
  await popup.close();
});

test('shows six rows over a PDF, and offers to read the PDF', async () => {
  const popup = await popupOver('/paper');
  expect([await visibleRows(popup), await saveControls(popup)]).toEqual([
    { rows: 6, lines: [2] },
    expect.arrayContaining(['Read this PDF…']),
  ]);
  await popup.close();
});

test('shows at least six rows over a saved page that also has a quote to mark', async () => {
  const url = `${site.origin}/saved`;
  await client.memories.create({ content: 'Orchid guide', title: 'Orchid guide', url, capture: { kind: 'page' } });
  const quote = { prefix: '', suffix: '' };
  await client.memories.create({ content: words, title: 'Orchid guide', url, capture: { kind: 'selection', quote } });
  const popup = await popupOver('/saved');
  await expect.poll(() => saveControls(popup), { timeout: 30_000 }).toContain('Show my quote here');
  expect((await visibleRows(popup)).rows).toBeGreaterThanOrEqual(6);
  await popup.close();
});

test('shows every part of the line for saving in a window of 320 px', async () => {
  const popup = await popupOver('/narrow');
  // The browser makes the window as wide as the page.
  await popup.evaluate(() => document.documentElement.style.setProperty('width', '320px'));
  await popup.waitFor(() => innerWidth === 320);
  const beyond = await popup.evaluate(() =>
    [...document.querySelectorAll('.save-line button, .save-words')]
      .filter((part) => part.getBoundingClientRect().right > innerWidth || part.clientWidth < 24)
      .map(({ className }) => className),
  );
  expect(beyond).toEqual([]);
  await popup.close();
});
