import { afterAll, beforeAll, test } from 'vitest';
import type { Client } from '../../src/client/index.ts';
import { expectNoAxeViolations } from '../support/axe-clean.ts';
import { waitForText as waitForTextOn } from '../support/transfer.ts';
import { browserKind, launchBrowser, type ExtensionBrowser, type Page } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';

let browser: ExtensionBrowser;
let library: Page;
let client: Client;

beforeAll(async () => {
  browser = await launchBrowser({ extension: await extensionWithHarness(browserKind()) });
  client = clientThrough(await browser.newPage(browser.address('popup.html')));
  library = await browser.newPage(browser.address('library.html'));
});

afterAll(() => browser?.close());

const waitForText = (selector: string, text: string) => waitForTextOn(library, text, selector);

test('moves and exports the selected memories by shortcut, and runs actions from the list of all actions', async () => {
  await client.collections.create({ name: 'Seaside' });
  for (const content of ['First', 'Second']) await client.memories.create({ content });
  await library.goto(browser.address('library.html'));
  await waitForText('.side-lists', 'Seaside');
  await waitForText('.memory-text', 'Second');
  await library.press('ArrowDown');
  await library.press('x');
  await library.press('Shift+ArrowDown');
  await waitForText('.bulk-count', '2 selected');
  await library.press('v');
  await library.waitFor(() => document.activeElement?.matches('.bulk select'));
  await library.press('Escape');
  await library.waitFor(() => document.activeElement?.matches('[data-row]') && !document.querySelector('.bulk-form'));
  await library.press('v');
  await library.waitFor(() => document.activeElement?.matches('.bulk select'));
  await library.press('ArrowDown');
  await library.press('Control+Enter');
  await waitForText('.notices', 'Moved 2 memories to “Seaside”');
  await library.press('Control+z');
  await waitForText('.notices', 'Undone');

  await library.press('x');
  await library.press('Shift+E');
  await library.waitFor(() => document.activeElement?.textContent === 'Commonplace file');
  await library.press('Enter');
  await waitForText('.notices', 'Exported 1 memory');
  await library.waitFor(() => document.activeElement?.matches('[data-row]'));

  const runAction = async (typed: string, name: string, key: string) => {
    await library.press('Control+k');
    await library.waitFor(() => document.querySelector('dialog.action-list')?.hasAttribute('open'));
    await library.type('.action-list input', typed);
    await library.waitFor(
      (wanted) => document.querySelector('.action-list [aria-selected=true]')?.textContent === wanted,
      name + key,
    );
    await library.press('Enter');
  };
  await library.press('Control+k');
  await library.waitFor(() => document.querySelector('dialog.action-list')?.hasAttribute('open'));
  await expectNoAxeViolations(library);
  await library.press('Escape');
  await library.waitFor(() => !document.querySelector('dialog.action-list')?.hasAttribute('open'));
  await waitForText('.bulk-count', '1 selected');
  await runAction('move', 'Move 1 selected memory', 'v');
  await library.waitFor(() => document.activeElement?.matches('.bulk select'));
  await library.press('Escape');
  await runAction('export', 'Export 1 selected memory', 'Shift E');
  await library.waitFor(() => document.activeElement?.textContent === 'Commonplace file');
  await library.press('Escape');
  await library.waitFor(() => document.activeElement?.matches('[data-row]') && document.querySelector('.bulk'));
  await library.press('Escape');
  await library.waitFor(() => document.activeElement?.matches('[data-row]') && !document.querySelector('.bulk'));
  await runAction('tag', 'Tag', '#');
  await library.waitFor(() => document.activeElement?.matches('[data-row] .tags-entry'));
  await library.press('Escape');
  await runAction('trash', 'Trash', '');
  await waitForText('main h2', 'Trash');
  await runAction('memories', 'Memories', '');
  await waitForText('.memory-text', 'Second');
});
