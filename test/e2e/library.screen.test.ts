import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Client } from '../../src/client/index.ts';
import { expectNoAxeViolations } from '../support/axe-clean.ts';
import { clickWithText, waitForText as waitForTextOn } from '../support/transfer.ts';
import { browserKind, launchBrowser, type ExtensionBrowser, type Page } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough, saveAll } from '../../scripts/harness/client.ts';

const count = 130;

let browser: ExtensionBrowser;
let library: Page;
let client: Client;

beforeAll(async () => {
  browser = await launchBrowser({ extension: await extensionWithHarness(browserKind()) });
  const harness = await browser.newPage(browser.address('popup.html'));
  client = clientThrough(harness);
  await saveAll(
    harness,
    Array.from({ length: count }, (_, index) => ({
      content: `Note ${index}: ${'the weather was fine and the bread was good. '.repeat(1 + (index % 4))}`,
      tags: index % 25 === 0 ? ['few'] : ['other'],
    })),
  );
  library = await browser.newPage(browser.address('library.html'));
});

afterAll(() => browser?.close());

const waitForText = (selector: string, text: string) => waitForTextOn(library, text, selector);
const focusedText = () => document.activeElement?.querySelector('.memory-text')?.textContent?.slice(0, 8);

beforeEach(async () => {
  await library.goto(browser.address('library.html'));
  await waitForText('.memory-text', `Note ${count - 1}:`);
});

test('renders only the visible rows of a long list, loads older ones, and moves the focus by keyboard', async () => {
  expect(await library.evaluate(() => document.querySelectorAll('[data-row]').length)).toBeLessThan(60);
  await library.press('ArrowDown');
  await library.waitFor(() => document.activeElement?.matches('[data-row]'));
  const text = () =>
    library.evaluate(() => document.activeElement?.querySelector('.memory-text')?.textContent ?? 'none');
  for (let last = await text(); !last.startsWith('Note 0:'); last = await text()) {
    await library.press('End');
    await library.waitFor((before) => {
      const focused = document.activeElement?.querySelector('.memory-text')?.textContent;
      return focused !== undefined && focused !== before;
    }, last);
  }
  await library.waitFor(() => document.activeElement!.getBoundingClientRect().bottom <= innerHeight);
  await library.press('ArrowUp');
  await library.waitFor(() =>
    document.activeElement?.querySelector('.memory-text')?.textContent?.startsWith('Note 1:'),
  );
  await library.press('Home');
  await library.waitFor(
    (wanted) => document.activeElement?.querySelector('.memory-text')?.textContent?.startsWith(wanted),
    `Note ${count - 1}:`,
  );
  expect(await library.evaluate(() => document.querySelectorAll('[data-row]').length)).toBeLessThan(60);
  expect(await library.evaluate(focusedText)).toBe(`Note ${count - 1}`);
});

test('fills the window, even with a short section', async () => {
  await library.goto(`${browser.address('library.html')}#duplicates`);
  await waitForText('main', 'Look for duplicates');
  const edges = await library.evaluate(() => {
    const [head, main] = ['.library-head', 'main'].map((one) => document.querySelector(one)!.getBoundingClientRect());
    const isBeside = head!.right <= main!.left;
    return [isBeside ? head!.bottom : main!.bottom, innerHeight];
  });
  expect(edges[0]).toBe(edges[1]);
});

test('goes to a date: lists only what was saved until the end of that day in local time', async () => {
  const noon = await library.evaluate(() => new Date(2020, 4, 1, 12).toISOString());
  const { id } = await client.memories.create({ content: 'Long ago', createdAt: noon });
  const goTo = (day: string) =>
    library.evaluate((value) => {
      const field = document.querySelector<HTMLInputElement>('.filters-date input')!;
      field.value = value;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }, day);
  await goTo('2020-05-01');
  await library.waitFor(() => document.querySelectorAll('[data-row]').length === 1);
  await waitForText('.memory-text', 'Long ago');
  await waitForText('.chip', 'May 1, 2020');
  await library.click('.chip-remove');
  await waitForText('.memory-text', `Note ${count - 1}:`);
  await goTo('2020-04-30');
  await library.waitFor(() => document.querySelectorAll('[data-row]').length === 0);
  await client.memories.delete(id, { permanent: true });
});

test('keeps filters in the address: a reload and Back restore the list', async () => {
  await clickWithText(library, '.side-lists a', '#few');
  await waitForText('.chip', '#few');
  await library.waitFor(() => document.querySelectorAll('[data-row]').length === 6);
  expect(await library.evaluate(() => location.hash)).toBe('#memories?tag=few');
  await library.reload();
  await waitForText('.chip', '#few');
  await library.waitFor(() => document.querySelectorAll('[data-row]').length === 6);
  await library.evaluate(() => history.back());
  await waitForText('.memory-text', `Note ${count - 1}:`);
  expect(await library.evaluate(() => document.querySelector('.chip'))).toBe(null);
});

test('selects with the keyboard, tags the selected memories, and undoes the tagging', async () => {
  await library.press('ArrowDown');
  await library.press('x');
  await library.press('Shift+ArrowDown');
  await library.press('Shift+ArrowDown');
  await waitForText('.bulk-count', '3 selected');
  await expectNoAxeViolations(library);
  await library.press('#');
  await library.waitFor(() => document.activeElement?.matches('.bulk .tags-entry'));
  await library.type('.bulk .tags-entry', 'holiday');
  await library.press('Enter');
  await library.type('.bulk .tags-entry', 'sea');
  await library.press('Control+Enter');
  await waitForText('.notices', 'Tags of 3 memories changed');
  expect((await client.memories.list({ tag: ['holiday', 'sea'] })).memories).toHaveLength(3);
  await library.press('Control+z');
  await waitForText('.notices', 'Undone');
  expect((await client.memories.list({ tag: ['holiday'] })).memories).toHaveLength(0);
  await library.press('x');
  await waitForText('.bulk-count', 'selected');
  await library.waitFor(() => {
    const [notice, bulk] = [document.querySelector('.notice'), document.querySelector('.bulk')];
    return notice && bulk && notice.getBoundingClientRect().bottom <= bulk.getBoundingClientRect().top;
  });
  await library.press('Escape');
});

test('deletes everything in a filtered list, and undo restores it', async () => {
  await library.goto(`${browser.address('library.html')}#memories?tag=few`);
  await library.waitFor(() => document.querySelectorAll('[data-row]').length === 6);
  await library.press('ArrowDown');
  await library.press('Control+a');
  await waitForText('.bulk-count', '6 selected');
  await library.press('Delete');
  await waitForText('.notices', 'Deleted 6 memories');
  await waitForText('.message', 'No memory matches');
  await library.press('Control+z');
  await library.waitFor(() => document.querySelectorAll('[data-row]').length === 6);
});

test('renames a tag to an existing one in all memories, and removes a tag from all memories', async () => {
  await library.goto(`${browser.address('library.html')}#collections`);
  await waitForText('.tag-list', '#few');
  await clickWithText(library, '.tag-list [aria-label="Rename few"]', 'Rename few');
  await library.waitFor(() => document.activeElement?.matches('.tag-list input'));
  await library.type('.tag-list input', 'other');
  await waitForText('.tag-list', 'becomes part of it');
  await expectNoAxeViolations(library);
  await library.press('Enter');
  await waitForText('.notices', '6 memories are now tagged “other”');
  await library.press('Control+z');
  await waitForText('.notices', 'Undone');
  await waitForText('.tag-list', '#few');
  await clickWithText(library, '.tag-list [aria-label="Delete: few"]', 'Delete: few');
  await waitForText('.notices', 'Removed “few” from 6 memories');
  await library.press('Control+z');
  await waitForText('.notices', 'Undone');
  await waitForText('.tag-list', '#few');
});

test('offers to clear the filters if nothing matches', async () => {
  await library.goto(`${browser.address('library.html')}#memories?tag=few&q=zyxwvu`);
  await waitForText('.message', 'Nothing found');
  await clickWithText(library, '.message .button', 'Clear filters');
  await library.waitFor(() => document.querySelector('.chip') === null && location.hash.includes('q=zyxwvu'));
  expect(await library.evaluate(() => document.activeElement?.matches('[data-search]'))).toBe(true);
});

test('shows counts and buttons completely beside long names', async () => {
  const { id: collection } = await client.collections.create({ name: 'A collection with a very long name indeed' });
  const { id } = await client.memories.create({ content: 'Long names', tags: ['w'.repeat(64)], collection });
  await library.reload();
  await waitForText('.side-lists', 'very long name');
  /** Whether each element that matches `selector` lies completely within its container. */
  const areWhole = (selector: string, within: string) =>
    library.evaluate(
      (wanted, container) =>
        Array.from(
          document.querySelectorAll(wanted),
          (one) => one.getBoundingClientRect().right <= one.closest(container)!.getBoundingClientRect().right,
        ),
      selector,
      within,
    );
  const allWhole = (whole: boolean[]) => whole.length > 0 && whole.every(Boolean);
  expect(await areWhole('.side-lists .library-count', '.side-lists')).toSatisfy(allWhole);
  await library.goto(`${browser.address('library.html')}#collections`);
  await waitForText('.tag-list', 'www');
  expect(await areWhole('.item-show', '.item-words')).toSatisfy(allWhole);
  await client.memories.delete(id, { permanent: true });
  await client.collections.delete(collection);
});

test('moves the focus to the next item if the focused item disappears, or to the heading if none is left', async () => {
  for (const text of ['Gone one', 'Gone two', 'Gone three'])
    await client.memories.delete((await client.memories.create({ content: text })).id);
  await library.goto(`${browser.address('library.html')}#trash`);
  await waitForText('.item', 'Gone two');
  await library.evaluate(() => document.querySelector<HTMLElement>('[aria-label="Restore: Gone two"]')!.focus());
  await library.press('Enter');
  const waitForFocusIn = (text: string) =>
    library.waitFor(
      (wanted) =>
        document.activeElement !== document.body &&
        document.activeElement?.closest('.item, h2')?.textContent?.includes(wanted),
      text,
    );
  await waitForFocusIn('Gone one');
  await clickWithText(library, '.part-act button', 'Empty the trash');
  await clickWithText(library, '.part-act button', 'Delete all for good');
  await waitForText('.message', 'The trash is empty');
  await waitForFocusIn('Trash');
});

test('proposes near-duplicates, merges two, and undoes the merge', async () => {
  const url = 'https://example.org/leeks';
  const text = 'Leeks want a deep bed, a little lime, and water in every dry week of the long summer until the frost';
  await client.memories.create({ content: text, url, tags: ['garden'] });
  await client.memories.create({ content: `${text}.`, url });
  await library.goto(`${browser.address('library.html')}#duplicates`);
  await library.waitFor(() => document.querySelector('.part-act button'));
  await library.click('.part-act button');
  await library.waitFor(() => document.querySelector('.pair mark'));
  await expectNoAxeViolations(library);
  await library.click('.pair .primary');
  await waitForText('.notices', 'Merged');
  expect((await client.memories.list({ url })).memories.map(({ tags }) => tags)).toEqual([['garden']]);
  await library.press('Control+z');
  await library.waitFor(() => document.querySelector('.pair'));
  expect((await client.memories.list({ url })).memories).toHaveLength(2);
});

test('the welcome page saves a note and finds it', async () => {
  await library.goto(browser.address('welcome.html'));
  await library.waitFor(() => document.activeElement?.matches('.step textarea'));
  await expectNoAxeViolations(library);
  await library.press('Control+Enter');
  await library.waitFor(() => document.activeElement?.matches('[data-search]'));
  // Clicks by script, because the list is still moving and the mouse could miss the button.
  await library.evaluate(() => document.querySelector<HTMLElement>('.step p .button')!.click());
  await waitForText('.status-words', 'found');
  await waitForText('.memory-text', 'room twelve');
  await expectNoAxeViolations(library);
  await library.evaluate(() => document.querySelector<HTMLInputElement>('[data-search]')!.focus());
  await library.press('Escape');
  await library.type('[data-search]', 'zyxwvu');
  await waitForText('.message', 'Nothing found for “zyxwvu”');
  await library.evaluate(() => document.querySelector<HTMLElement>('.message-ways .button:last-child')!.click());
  await library.waitFor(
    () =>
      document.activeElement?.matches('.step textarea') &&
      (document.activeElement as HTMLTextAreaElement).value === 'zyxwvu',
  );
});
