import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserKind, launchBrowser, serve, type ExtensionBrowser, type Page } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';
import { expectNoAxeViolations } from '../support/axe-clean.ts';
import { grantActiveTab, memoryWith } from '../support/capture.ts';
import { pdfFile } from '../support/pdf-file.ts';
import { chooseFile, pressButton, savedText, waitForText } from '../support/transfer.ts';

const letter = `<!doctype html><html lang="en"><title>A letter</title>
  <article><p>Kestrel one flew over the old harbour.</p><p>Kestrel two stayed behind.</p></article>`;

const browsers: ExtensionBrowser[] = [];
let site: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  site = await serve(({ url }, response) => {
    const isPdf = url === '/paper.pdf';
    response.writeHead(200, { 'content-type': isPdf ? 'application/pdf' : 'text/html; charset=utf-8' });
    response.end(isPdf ? pdfFile([['Heron in the paper.']]) : letter);
  });
});

afterAll(async () => {
  for (const browser of browsers) await browser.close();
  await site?.close();
});

async function launchNewProfile() {
  const browser = await launchBrowser({ extension: await extensionWithHarness(browserKind()) });
  browsers.push(browser);
  const client = clientThrough(await browser.newPage(browser.address('popup.html')));
  const library = await browser.newPage(browser.address('library.html#transfer'));
  await waitForText(library, 'No backup yet');
  return { browser, library, client };
}

const exportFile = (library: Page) => savedText(library, 'Export Commonplace file');

test('keeps everything through saves of several kinds, a draft, an export, a new profile, an import, a backup and a restore', async () => {
  const { browser, library, client } = await launchNewProfile();
  const page = await browser.newPage(`${site.origin}/letter`);
  await grantActiveTab(browser, page);
  await browser.clickMenu({ menuItemId: 'save-page' }, page);
  await memoryWith(client, 'Kestrel two');
  await page.evaluate(() => document.getSelection()?.selectAllChildren(document.querySelectorAll('p')[0]!));
  await browser.clickMenu({ menuItemId: 'save-selection', selectionText: 'Kestrel one flew' }, page);
  const paper = await browser.newPage(`${site.origin}/paper.pdf`);
  await browser.clickMenu({ menuItemId: 'save-selection', selectionText: 'Heron in the viewer' }, paper);
  await memoryWith(client, 'Heron in the viewer');
  await chooseFile(library, 'Choose a file…', 'paper.pdf', pdfFile([['Heron in the file.']]));
  await pressButton(library, 'Import 1 memory');
  await waitForText(library, 'Imported 1 memory');

  const writing = await browser.newPage(browser.address('popup.html'));
  await writing.click('.save-text');
  await writing.type('.save textarea', 'Ask Anna for the name of the inn');
  await writing.close();
  const again = await browser.newPage(browser.address('popup.html'));
  await waitForText(again, 'Your draft');
  await again.waitFor(() => document.querySelector('.save-words')?.textContent === 'Ask Anna for the name of the inn');
  await again.press('Enter');
  await memoryWith(client, 'Anna');
  await again.close();

  const { memories } = await client.memories.list();
  expect(memories.map(({ capture }) => capture?.kind)).toEqual(
    expect.arrayContaining(['note', 'pdf', 'pdf', 'selection', 'page']),
  );
  expect(memories.find(({ capture }) => capture?.kind === 'selection')?.capture?.quote?.suffix).toContain(
    'Kestrel two',
  );
  await client.memories.delete(memories.find(({ capture }) => capture?.kind === 'page')!.id);
  await library.reload();
  const file = await exportFile(library);
  await browser.close();

  const later = await launchNewProfile();
  await chooseFile(later.library, 'Choose a file…', 'commonplace.jsonl', file);
  await pressButton(later.library, 'Import 5 memories');
  await waitForText(later.library, 'Imported 5 memories');
  await expectNoAxeViolations(later.library);
  expect(await exportFile(later.library)).toBe(file);
  await pressButton(later.library, 'Back up now');
  await later.library.waitFor(() =>
    document.querySelector('[aria-label="Backups"] li')?.textContent?.includes('5 memories'),
  );
  await waitForText(later.library, 'Test restore');

  await later.library.reload();
  await waitForText(later.library, 'Your last import');
  await pressButton(later.library, 'Undo the import');
  await expect.poll(async () => (await later.client.usage.read()).memories.used).toBe(0);
  await chooseFile(later.library, 'Check a backup file…', 'commonplace.jsonl', file);
  await waitForText(later.library, '5 memories');
  await pressButton(later.library, 'Restore…');
  await later.library.click('dialog[open] button.primary');
  await waitForText(later.library, 'Undo the restore');
  await later.library.reload();
  await waitForText(later.library, 'Undo the restore');
  expect(await exportFile(later.library)).toBe(file);
});
