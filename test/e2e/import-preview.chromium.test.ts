import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium, type ChromiumBrowser, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';
import type { Client } from '../../src/client/index.ts';
import { expectNoAxeViolations } from '../support/axe-clean.ts';
import { chooseFile, pressButton, waitForText } from '../support/transfer.ts';

let browser: ChromiumBrowser;
let client: Client;
let library: ChromiumPage;

const file = `title,url,tags,time_added,list
Bleeding radiators,https://home.example.org/radiators/${'long-'.repeat(40)},home|heating,1700000000,House
Heron,https://example.org/heron,birds,1700000001,Pond
Kestrel,https://example.org/kestrel,birds,1700000002,Pond
Dunlin,https://example.org/dunlin,birds,1700000003,Pond
Ferry,https://example.org/ferry,,1700000004,
Quartz,https://example.org/quartz,,1700000005,
`;

beforeAll(async () => {
  browser = await launchChromium({ extension: await extensionWithHarness('chromium') });
  client = clientThrough(await browser.newPage(browser.address('popup.html')));
  library = await browser.newPage(browser.address('library.html#transfer'));
  await library.puppeteer.setViewport({ width: 320, height: 800 });
  await library.waitFor(() => document.querySelector('input[type=file]'));
});

afterAll(() => browser?.close());

async function preview(): Promise<void> {
  await chooseFile(library, 'Choose a file…', 'links.csv', file);
  await pressButton(library, 'Continue');
  await library.waitFor(() => document.activeElement?.textContent === '6 memories in links.csv');
}

const focusedText = () => library.evaluate(() => document.activeElement?.textContent);

test('the preview of an import shows the first memories and fits into 320 px; Escape imports nothing', async () => {
  await preview();
  const [rows, beyond] = await library.evaluate(() => [
    [...document.querySelectorAll('.transfer-rows > li')].map((row) => row.textContent),
    [...document.querySelectorAll('.transfer-step *')].filter(
      (part) =>
        part.getBoundingClientRect().right > innerWidth && getComputedStyle(part.parentElement!).overflow !== 'hidden',
    ).length,
  ]);
  expect(rows).toHaveLength(6);
  expect(rows[0]).toContain('Bleeding radiators');
  expect(rows[0]).toContain('#home#heating');
  expect(rows[5]).toBe('and 1 more');
  expect(beyond).toBe(0);
  await expectNoAxeViolations(library);
  await library.press('Escape');
  await library.waitFor(() => document.querySelector('h4') === null);
  expect(await focusedText()).toBe('Choose a file…');
  expect((await client.usage.read()).memories.used).toBe(0);
});

test('imports into a new collection by keyboard, recognises the same memories the next time, and undoes the import', async () => {
  await preview();
  await library.waitFor(() => document.querySelector('.transfer-step .choice-or-new button'));
  await library.evaluate(() => document.querySelector<HTMLElement>('.transfer-step .choice-or-new button')!.focus());
  await library.press('Enter');
  await library.type('[data-name]', 'Finds');
  expect((await client.collections.list()).collections).toEqual([]);
  await library.press('Tab');
  await library.press('Enter');
  await waitForText(library, 'Imported 6 memories');
  expect((await client.collections.list()).collections).toMatchObject([{ name: 'Finds', memoryCount: 6 }]);
  await preview();
  await waitForText(library, '6 already here');
  await library.press('Escape');
  await pressButton(library, 'Undo the import');
  await waitForText(library, 'The import is undone.');
  expect((await client.usage.read()).memories.used).toBe(0);
  expect((await client.collections.list()).collections).toEqual([]);
});

test('offers the existing collections for an import in the settings too', async () => {
  await client.collections.create({ name: 'House' });
  const settings = await browser.newPage(browser.address('options.html#storage'));
  await settings.waitFor(() => document.querySelector('input[type=file]'));
  await chooseFile(settings, 'Choose a file…', 'links.html', '<DL><DT><A HREF="https://example.org/1">One</A></DL>');
  await settings.waitFor(() =>
    [...document.querySelectorAll('.transfer-step option')].some((option) => option.textContent === 'House'),
  );
  await settings.puppeteer.select('.transfer-step select', (await client.collections.list()).collections[0]!.id);
  await pressButton(settings, 'Import 1 memory');
  await waitForText(settings, 'Imported 1 memory');
  expect((await client.collections.list()).collections).toMatchObject([{ name: 'House', memoryCount: 1 }]);
});
