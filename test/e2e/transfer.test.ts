import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserKind, launchBrowser, type ExtensionBrowser, type Page } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/kept.ts';
import { expectNoAxeViolations } from '../support/axe-clean.ts';
import { chooseFile, pressButton, saysOfStorage } from '../support/transfer.ts';

let browser: ExtensionBrowser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser({ extension: await extensionWithHarness(browserKind()) });
  page = await browser.newPage(browser.address('options.html'));
});
afterAll(() => browser?.close());

const csv = (names: string[]) => `title,url\n${names.map((name) => `${name},https://example.org/${name}\n`).join('')}`;

test('imports a file after a dry run, backs up, restores and undoes both', async () => {
  const client = clientThrough(await browser.newPage(browser.address('popup.html')));
  const titles = async () => (await Array.fromAsync(client.memories.list())).map(({ title }) => title).toSorted();

  await chooseFile(page, 'Choose a file…', 'links.csv', csv(['heron', 'kestrel', 'dunlin']));
  await pressButton(page, 'Continue');
  await saysOfStorage(page, '3 new');
  await expectNoAxeViolations(page);
  expect(await titles()).toEqual([]);
  await pressButton(page, 'Import 3 memories');
  await saysOfStorage(page, 'Imported 3 memories');
  expect(await titles()).toEqual(['dunlin', 'heron', 'kestrel']);

  await pressButton(page, 'Back up now');
  await page.waitFor(() =>
    document.querySelector('#storage [aria-label="Backups"] li')?.textContent?.includes('3 memories'),
  );
  await saysOfStorage(page, 'Restored for a test');

  await pressButton(page, 'Undo the import');
  await page.waitFor(() => document.querySelector('#storage')?.textContent?.includes('Choose a file…'));
  expect(await titles()).toEqual([]);

  await pressButton(page, 'Restore…');
  await pressButton(page, 'Restore');
  await saysOfStorage(page, 'Undo the restore');
  expect(await titles()).toEqual(['dunlin', 'heron', 'kestrel']);
  await pressButton(page, 'Undo the restore');
  await page.waitFor(() => !document.querySelector('#storage')?.textContent?.includes('Undo the restore'));
  expect(await titles()).toEqual([]);
});
