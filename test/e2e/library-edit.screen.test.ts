import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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
  for (const content of ['Boiler: serviced in May', 'Leeks: sow in March']) await client.memories.create({ content });
  library = await browser.newPage(browser.address('library.html'));
});

afterAll(() => browser?.close());

const waitForText = (selector: string, text: string) => waitForTextOn(library, text, selector);

beforeEach(async () => {
  await library.goto(browser.address('library.html'));
  await waitForText('.memory-text', 'Leeks');
});

test('a second edit takes the focus, and offers to continue the first', async () => {
  await library.press('ArrowDown');
  await library.press('Enter');
  await waitForText('.pane', 'Leeks');
  const waitForEditorOf = (note: string) =>
    library.waitFor((start) => {
      const field = document.activeElement;
      return field?.matches('.pane textarea') && (field as HTMLTextAreaElement).value.startsWith(start);
    }, note);
  await library.press('e');
  await waitForEditorOf('Leeks');
  await library.press('Home');
  await library.type('.pane textarea', 'Edited. ');
  await library.click('[aria-posinset="2"] .memory-words');
  await waitForText('.pane-text', 'Boiler');
  await library.press('e');
  await waitForText('.draft-line', 'Edited.');
  await waitForEditorOf('Boiler');
  await library.press('Delete');
  await library.press('Escape');
  await library.waitFor(() => document.querySelector('.editor') === null);
  expect((await client.memories.list({ deleted: true })).memories).toEqual([]);
  await library.click('.draft-line .button:last-child');
  await waitForText('.notices', 'Draft discarded');
});

test('creates a new collection only when the edit is saved', async () => {
  await library.press('ArrowDown');
  await library.press('e');
  await library.waitFor(() => document.activeElement?.matches('[data-row] textarea'));
  const typeNewCollection = async (text: string) => {
    await library.click('.editor .choice-or-new button');
    await library.waitFor(() => document.activeElement?.matches('[data-name]'));
    await library.type('[data-name]', text);
  };
  await typeNewCollection('Zzz');
  await expectNoAxeViolations(library);
  await library.press('Escape');
  await library.waitFor(() => document.activeElement?.matches('.editor select'));
  await typeNewCollection('Zzz');
  await library.click('.editor-end .button:first-child');
  await waitForText('.notices', 'Draft discarded');
  expect((await client.collections.list()).collections).toEqual([]);
  await library.press('Control+z');
  await library.waitFor(() => document.querySelector<HTMLInputElement>('[data-name]')?.value === 'Zzz');
  await library.click('.editor-end .primary');
  await waitForText('.notices', 'Changed');
  const { collections } = await client.collections.list();
  expect(collections).toMatchObject([{ name: 'Zzz', memoryCount: 1 }]);
  await client.collections.delete(collections[0]!.id);
});

test('the list and the open memory show an edit, a tag and a collection from elsewhere', async () => {
  const { id } = await client.memories.create({ content: 'Rhubarb needs shade' });
  const garden = await client.collections.create({ name: 'Garden' });
  await library.goto(browser.address(`library.html#memories/${id}`));
  await library.reload();
  await waitForText('.pane-text', 'Rhubarb needs shade');
  await waitForText('.memory-text', 'Rhubarb needs shade');
  await client.memories.update(id, { content: 'Rhubarb likes shade', tags: ['beds'] });
  await waitForText('.memory-text', 'Rhubarb likes shade');
  await waitForText('.pane-text', 'Rhubarb likes shade');
  await waitForText('[data-row]', '#beds');
  await client.memories.update(id, { collection: garden.id });
  await waitForText('.pane', 'Garden');
  await client.memories.delete(id, { permanent: true });
  await client.collections.delete(garden.id);
});

test('an edit from another tab is shown as a draft, and can be discarded', async () => {
  const { memories } = await client.memories.list();
  const leeks = memories.find(({ content }) => content.startsWith('Leeks'))!;
  const address = browser.address(`library.html#memories/${leeks.id}`);
  const other = await browser.newPage(address);
  await waitForTextOn(other, 'Leeks', '.pane-text');
  await other.press('e');
  await other.waitFor(() => document.activeElement?.matches('.pane textarea'));
  await other.type('.pane textarea', ' Wash them.');
  expect(await other.evaluate(() => document.querySelector('.editor .draft-line'))).toBeNull();
  await other.waitFor((id) => localStorage.getItem(`draft:edit:${id}`) !== null, leeks.id);

  await library.bringToFront();
  await library.goto(address);
  await library.reload();
  await waitForText('.pane-text', 'Leeks');
  await library.press('e');
  await waitForText('.editor .draft-line', 'Your draft, last changed just now');
  const text = () => library.evaluate(() => document.querySelector<HTMLTextAreaElement>('.pane textarea')?.value);
  expect(await text()).toContain('Wash them.');
  await expectNoAxeViolations(library);
  await library.click('.editor .draft-line .button');
  await waitForText('.notices', 'Draft discarded');
  expect(await text()).toBe(leeks.content);
  await library.waitFor(() => document.activeElement?.matches('.pane textarea'));
  await library.press('Escape');
  await other.close();
});
