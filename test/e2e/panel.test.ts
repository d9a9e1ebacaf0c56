import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../src/client/index.ts';
import {
  browserKind,
  launchBrowser,
  type ExtensionBrowser,
  type Page,
  type Panel,
} from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';
import { beyondPanel, waitInPanel } from '../support/panel.ts';

/** The initial width of the panel, and other widths that the user may choose. */
const widths = browserKind() === 'chromium' ? [360, 320, 400] : [252, 196, 320];

let browser: ExtensionBrowser;
let tab: Page;
let client: Client;
let panel: Panel;

beforeAll(async () => {
  browser = await launchBrowser({ extension: await extensionWithHarness(browserKind()) });
  tab = await browser.newPage(browser.address('popup.html'));
  client = clientThrough(tab);
  const url = 'https://home.example.org/radiators';
  for (const content of ['Kestrels nest in the tower.', 'The ferry leaves at nine.', 'Bleed the radiators in autumn.'])
    await client.memories.create({ content, tags: ['home', 'repairs'], url });
  panel = await browser.openPanel('action-side', tab);
});

afterAll(() => browser?.close());

const firstRow = '.memory-text';
const hash = () => panel.evaluate(() => location.hash);

test('the menu of the toolbar button opens the library beside the tab, and leaves the tab as it is', async () => {
  await waitInPanel(panel, firstRow, 'Bleed the radiators');
  expect(await panel.evaluate(() => [location.href, innerWidth])).toEqual([browser.address('library.html'), widths[0]]);
  expect(await tab.url()).toBe(browser.address('popup.html'));
});

test('finds a memory, reads it in place of the list, and goes back to the results', async () => {
  await panel.click('[data-search]');
  await panel.keys('ferry');
  await waitInPanel(panel, firstRow, 'The ferry leaves');
  await panel.waitFor(() => location.hash === '#memories?q=ferry');
  await panel.click(firstRow);
  await waitInPanel(panel, '.pane-text', 'The ferry leaves at nine.');
  expect(await hash()).toMatch(/^#memories\/mem_\w+\?q=ferry$/);
  expect(
    await panel.evaluate(() => document.querySelector('.list-column')!.checkVisibility({ visibilityProperty: true })),
  ).toBe(false);
  await panel.click('.pane-head > .button');
  await waitInPanel(panel, firstRow, 'The ferry leaves');
  expect(await hash()).toBe('#memories?q=ferry');
  expect(await panel.evaluate(() => document.querySelector('[data-row]') === document.activeElement)).toBe(true);
});

test('Back closes the memory, and a reload shows the same memory', async () => {
  await panel.click(firstRow);
  await panel.waitFor(() => document.querySelector('.pane-text'));
  await panel.evaluate(() => {
    document.title = 'before the reload';
    location.reload();
  });
  // Waits, because Back during the reload could cancel the reload or have no page to go back to.
  await panel.waitFor(() => document.title !== 'before the reload' && document.readyState === 'complete');
  await waitInPanel(panel, '.pane-text', 'The ferry leaves at nine.');
  await panel.evaluate(() => history.back());
  await panel.waitFor(() => document.querySelector('.pane-text') === null && location.hash === '#memories?q=ferry');
  await panel.click('[data-search]');
  await panel.press('Escape');
  await waitInPanel(panel, firstRow, 'Bleed the radiators');
  expect(await hash()).toBe('#memories');
  expect(await tab.url()).toBe(browser.address('popup.html'));
});

test('tags two selected memories, and undoes the tagging', async () => {
  for (const keys of ['ArrowDown', 'x', 'Shift+ArrowDown']) await panel.press(keys);
  await waitInPanel(panel, '.bulk-count', '2 selected');
  await panel.click('.bulk-ways .button');
  await panel.click('.bulk-form .tags-entry');
  await panel.keys('winter');
  await panel.click('.bulk-form .primary');
  await waitInPanel(panel, '.notices', 'Tags of 2 memories changed');
  const tagged = async () => (await client.memories.list({ tag: ['winter'] })).memories.map(({ content }) => content);
  expect(await tagged()).toEqual(['Bleed the radiators in autumn.', 'The ferry leaves at nine.']);
  await panel.click('.notice .button');
  await waitInPanel(panel, '.notices', 'Undone');
  expect(await tagged()).toEqual([]);
});

test.each(widths)('at %i px, nothing scrolls sideways and no control is cut off', async (width) => {
  await panel.resize(width);
  await panel.waitFor((wanted) => innerWidth === wanted, width);
  const beyond: Record<string, string[]> = { list: await panel.evaluate(beyondPanel) };
  await panel.click('[data-search]');
  for (const keys of ['ArrowDown', 'x']) await panel.press(keys);
  await panel.waitFor(() => document.querySelector('.bulk'));
  beyond['selection'] = await panel.evaluate(beyondPanel);
  await panel.click('.bulk > .bare');
  await panel.click(firstRow);
  await panel.waitFor(() => document.querySelector('.pane-text'));
  beyond['memory'] = await panel.evaluate(beyondPanel);
  await panel.click('.pane-head > .button');
  await panel.waitFor(() => document.querySelector('.pane-text') === null);
  expect(beyond).toEqual({ list: [], selection: [], memory: [] });
});

test('control: a button that is too wide is detected', async () => {
  await panel.evaluate(() =>
    document.querySelector<HTMLElement>('.memories-part .save-text')!.style.setProperty('min-width', '500px'),
  );
  expect(await panel.evaluate(beyondPanel)).not.toEqual([]);
});
