import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/index.ts';
import { expectNoAxeViolations } from '../support/axe-clean.ts';
import { browserKind, launchBrowser, type ExtensionBrowser, type Page } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';
import { clearTypedText } from '../support/clear-typed-text.ts';

const plumber = 'The plumber Mr. Okafor fixed the boiler on Elm Street in two hours.';
const samples = [
  { content: 'Bleed the radiators each autumn before the heating is switched on.', tags: ['home'] },
  { content: plumber, tags: ['home', 'repairs'], url: 'https://letters.example.org/okafor', title: 'A letter' },
  { content: 'Sourdough: 100 g starter, 350 g water, 500 g flour, 10 g salt.', tags: ['bread'] },
];

const rows = () =>
  Array.from(document.querySelectorAll<HTMLElement>('[data-row] .memory-text'), (row) => row.textContent);

let browser: ExtensionBrowser;
let popup: Page;
let client: Client;

beforeAll(async () => {
  browser = await launchBrowser({ extension: await extensionWithHarness(browserKind()) });
  popup = await browser.newPage(browser.address('popup.html'));
  client = clientThrough(popup);
});

afterAll(() => browser?.close());

async function saveQuery(): Promise<void> {
  await popup.waitFor(() =>
    document.querySelector('.message-ways .button:last-child')?.textContent?.startsWith('Save as a note'),
  );
  await popup.click('.message-ways .button:last-child');
}

/** Reloads the popup without its stored drafts and search text. Waits until it shows the number of memories. */
async function open(): Promise<void> {
  await popup.evaluate(clearTypedText);
  await popup.reload();
  await popup.waitFor(() => document.querySelector('.footer')?.textContent?.includes('memor'));
}

test('explains the context menu on the first run, with the focus in the search field', async () => {
  await open();
  expect(await popup.text('.welcome')).toContain('Save to Commonplace');
  expect(await popup.evaluate(() => document.activeElement?.matches('[data-search]'))).toBe(true);
  await expectNoAxeViolations(popup);
});

describe('with three memories', () => {
  beforeAll(async () => {
    for (const sample of samples) await client.memories.create(sample);
  });

  beforeEach(open);

  test('shows recent memories, newest first, and their number, and declares its keyboard shortcuts', async () => {
    await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 3);
    expect(await popup.evaluate(rows)).toEqual(samples.map(({ content }) => content).reverse());
    expect(await popup.text('.footer')).toContain('3 memories · all on this device');
    await popup.evaluate(() => document.querySelector<HTMLElement>('[data-row]:has(.memory-page)')!.focus());
    await popup.waitFor(() => document.activeElement?.querySelector('.action'));
    const keys = await popup.evaluate(() =>
      Array.from(document.querySelectorAll('[aria-keyshortcuts]'), (one) => one.getAttribute('aria-keyshortcuts')),
    );
    expect(new Set(keys)).toEqual(new Set(['/', ',', 'n', 'Control+K', 'Control+Enter', 'e', '#', 'c', 'm', 'Delete']));
    await expectNoAxeViolations(popup);
  });

  test('finds by two words while typing, and marks them', async () => {
    await popup.type('[data-search]', 'okafor boil');
    await popup.waitFor(() => document.querySelector('.status-words')?.textContent === '1 memory found');
    expect(
      await popup.evaluate(() => Array.from(document.querySelectorAll('[data-row] mark'), (mark) => mark.textContent)),
    ).toEqual(['Okafor', 'boiler']);
    expect(await popup.text('.memory-why')).toBe('“okafor” “boiler”');
    expect(await popup.text('.memory-page')).toBe('letters.example.org');
    await expectNoAxeViolations(popup);
  });

  test('finds a memory that shares no word with the query, and leaves out unrelated ones', async () => {
    await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 3);
    await popup.type('[data-search]', 'recipe for a loaf');
    await popup.waitFor(() => document.querySelector('.memory-why')?.textContent === 'by meaning');
    expect(await popup.text('[data-row] .memory-text')).toMatch(/^Sourdough/);
    expect(await popup.evaluate(rows)).toHaveLength(1);
    await expectNoAxeViolations(popup);
  });

  test('finds memories similar to a memory, and leaves out that memory itself', async () => {
    await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 3);
    await popup.press('ArrowDown');
    await popup.press('ArrowDown');
    await popup.press('m');
    await popup.waitFor(() => document.querySelector('.status-words h2'));
    expect(await popup.text('.status-words h2')).toBe(`Similar to “${plumber}”`);
    expect((await popup.evaluate(rows)).sort()).toEqual([samples[0]!.content, samples[2]!.content]);
    await popup.press('Escape');
    await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 3);
  });

  test('says that there is no sure match, and shows the closest memories', async () => {
    await popup.type('[data-search]', 'house repairs ');
    await popup.waitFor(() => document.querySelector('.status-words')?.textContent === 'No sure match. Closest:');
    // No divider, since the line above the list already says that the matches are unsure.
    expect(await popup.evaluate(() => document.querySelector('.divider'))).toBeNull();
    expect(await popup.evaluate(() => document.querySelector('[role=feed]')?.getAttribute('aria-label'))).toBe(
      'less certain',
    );
    expect(await popup.evaluate(rows)).toContain(plumber);
    await expectNoAxeViolations(popup);
  });

  test('says that nothing was found, and offers to clear the search', async () => {
    await popup.type('[data-search]', 'цеппелин');
    expect(await popup.text('.message h2')).toBe('Nothing found for “цеппелин”');
    // The model knows Russian, so the popup must not blame the language.
    expect(await popup.evaluate(() => document.body.innerText)).not.toContain('works best in English');
    await expectNoAxeViolations(popup);
    await popup.click('.message-ways .button');
    await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 3);
    expect(await popup.evaluate(() => document.activeElement?.matches('[data-search]'))).toBe(true);
  });

  test('keeps the draft if the list changes', async () => {
    await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 3);
    await popup.press('ArrowDown');
    await popup.press('e');
    await popup.type('.editor textarea', ' Half a sent');
    await popup.type('[data-search]', 'цеппелин');
    await popup.waitFor(() => document.querySelector('.editor') === null);
    await popup.click('.message-ways .button');
    const written = await popup.waitFor(() => document.querySelector<HTMLTextAreaElement>('.editor textarea')?.value);
    expect(written).toContain(' Half a sent');
    expect(await popup.evaluate(() => document.activeElement?.matches('[data-search]'))).toBe(true);
  });

  test('works by keyboard alone: move, edit, tag, delete, undo, back to the search', async () => {
    await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 3);
    const focused = () => document.activeElement?.closest('[data-row]')?.querySelector('.memory-text')?.textContent;
    await popup.press('ArrowDown');
    expect(await popup.evaluate(focused)).toBe(samples[2]!.content);
    await popup.press('ArrowDown');
    expect(await popup.evaluate(focused)).toBe(plumber);

    await popup.press('e');
    await popup.waitFor(() => document.activeElement?.matches('.editor textarea'));
    await expectNoAxeViolations(popup);
    await popup.press('End');
    await popup.type('.editor textarea', ' Paid.');
    await popup.press('Control+Enter');
    await popup.waitFor(() =>
      [...document.querySelectorAll('.memory-text')].some((text) => text.textContent?.includes('Paid.')),
    );

    await popup.waitFor(() => document.activeElement?.matches('[data-row]'));
    await popup.press('#');
    await popup.waitFor(() => document.activeElement?.matches('.editor input'));
    await popup.type('.editor input', 'plumbing,');
    await popup.press('Control+Enter');
    await popup.waitFor(() =>
      [...document.querySelectorAll('.memory-tag')].some((tag) => tag.textContent === '#plumbing'),
    );

    await popup.waitFor(() => document.activeElement?.matches('[data-row]'));
    await popup.press('Delete');
    await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 2);
    expect(await popup.text('.notices')).toContain('Deleted');
    await popup.press('Control+z');
    await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 3);
    await expectNoAxeViolations(popup);
    expect((await client.memories.search({ query: 'okafor' })).memories[0]).toMatchObject({
      tags: ['home', 'repairs', 'plumbing'],
    });

    await popup.press('/');
    expect(await popup.evaluate(() => document.activeElement?.matches('[data-search]'))).toBe(true);
  });

  test('lists the keyboard shortcuts until Escape is pressed', async () => {
    await popup.press('?');
    await popup.waitFor(() => document.querySelector('dialog.keys')?.hasAttribute('open'));
    await expectNoAxeViolations(popup);
    await popup.press('Escape');
    await popup.waitFor(() => !document.querySelector('dialog.keys')?.hasAttribute('open'));
  });

  test('saves a note with the keyboard, and undoes it', async () => {
    await popup.type('[data-search]', 'a thought');
    await saveQuery();
    await popup.press('Control+Enter');
    await popup.waitFor(() => document.querySelector('.notices')?.textContent?.includes('Saved'));
    expect((await client.memories.list({ limit: 1 })).memories[0]).toMatchObject({
      content: 'a thought',
      source: 'popup',
    });
    await popup.press('Control+z');
    await popup.waitFor(() => document.querySelector('.footer')?.textContent?.includes('3 memories'));
    expect((await client.memories.list({ limit: 1 })).memories[0]?.content).not.toBe('a thought');
  });

  test('moves the focus to the search field if the focused element disappears', async () => {
    const searching = () => document.activeElement?.matches('[data-search]');
    await popup.type('[data-search]', 'fleeting');
    await saveQuery();
    await popup.waitFor(() => document.activeElement?.matches('.save textarea'));
    await popup.press('Control+Enter');
    await popup.waitFor(() => document.querySelector('.notices')?.textContent?.includes('Saved'));
    await popup.waitFor(searching);
    await popup.press('Control+z');
    await popup.waitFor(() => document.querySelector('.notices')?.textContent?.includes('Undone'));
    await popup.waitFor(searching);
    await popup.click('.notices .bare');
    await popup.waitFor(() => document.querySelector('.notice') === null);
    await popup.waitFor(searching);
    await popup.keys('x');
    expect(await popup.evaluate(() => document.querySelector<HTMLInputElement>('[data-search]')?.value)).toBe('x');
  });

  test('shows the content of a memory as text, never as markup', async () => {
    const attack =
      '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script> <b>bold</b> boldly';
    const { id } = await client.memories.create({ content: attack });
    await popup.type('[data-search]', 'boldly');
    await popup.waitFor(() => document.querySelector('.status-words')?.textContent === '1 memory found');
    expect((await popup.evaluate(rows))[0]).toBe(attack);
    expect(
      await popup.evaluate(() => document.querySelectorAll('[data-row] img, [data-row] script, [data-row] b').length),
    ).toBe(0);
    expect(await popup.evaluate(() => document.title)).toBe('Commonplace');
    await client.memories.delete(id, { permanent: true });
  });

  test('the popup is 400 × 560 px', async () => {
    const { wide, high } = await popup.evaluate(() => {
      const { width, height } = document.querySelector('.popup')!.getBoundingClientRect();
      return { wide: width, high: height };
    });
    expect([wide, high]).toEqual([400, 560]);
    await popup.waitFor(() => document.querySelector('.status-words')?.textContent === 'Recent');
  });
});

test('says that only the best results are shown if there may be more', async () => {
  for (let number = 1; number <= 21; number++) await client.memories.create({ content: `Heron number ${number}` });
  await open();
  await popup.type('[data-search]', 'heron');
  await popup.waitFor(() => document.querySelectorAll('[data-row] mark').length === 20);
  await popup.waitFor(() => document.querySelector('.status-words')?.textContent === 'Top 20');
});
