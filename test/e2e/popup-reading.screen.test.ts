import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../src/client/index.ts';
import { expectNoAxeViolations } from '../support/axe-clean.ts';
import { clickWithText } from '../support/transfer.ts';
import { browserKind, launchBrowser, type ExtensionBrowser, type Page } from '../../scripts/browsers/index.ts';
import { until } from '../../scripts/browsers/until.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';

let browser: ExtensionBrowser;
let popup: Page;
let client: Client;

beforeAll(async () => {
  browser = await launchBrowser({ extension: await extensionWithHarness(browserKind()) });
  popup = await browser.newPage(browser.address('popup.html'));
  client = clientThrough(popup);
});

afterAll(() => browser?.close());

async function open(): Promise<void> {
  // After a tab is closed, Firefox may show a tab other than the popup, and runs no transitions in a hidden tab.
  await popup.bringToFront();
  await popup.reload();
  await popup.waitFor(() => document.querySelector('.footer')?.textContent?.includes('memor'));
}

test('reads a memory, lists its actions, tags it and filters the list by keyboard alone', async () => {
  await client.memories.create({ content: 'Oven gloves are behind the door.', tags: ['kitchen'], title: 'Kitchen' });
  await open();
  await popup.waitFor(() => document.querySelector('.memory-title')?.textContent === 'Kitchen');
  await popup.press('ArrowDown');
  await popup.press('Enter');
  await popup.waitFor(() => document.querySelector('.reader-text')?.textContent === 'Oven gloves are behind the door.');
  await expectNoAxeViolations(popup);
  await popup.press('Control+k');
  await popup.waitFor(() => document.querySelector('dialog.action-list')?.hasAttribute('open'));
  await popup.type('.action-list input', 'tag');
  await expectNoAxeViolations(popup);
  await popup.press('Enter');
  await popup.waitFor(() => document.activeElement?.matches('.reader .tags-entry'));
  await popup.type('.reader .tags-entry', 'drawer,');
  await popup.press('Control+Enter');
  await popup.waitFor(() => document.querySelector('.reader .memory-about')?.textContent?.includes('#drawer'));
  const isOnTop = () => {
    const button = document.querySelector('.notice .button');
    const { left, top, width, height } = button?.getBoundingClientRect() ?? new DOMRect();
    return button?.contains(document.elementFromPoint(left + width / 2, top + height / 2)) === true;
  };
  await popup.waitFor(() => document.querySelector('.notice')?.textContent?.includes('Changed'));
  expect(await popup.evaluate(isOnTop)).toBe(true);
  // After Escape, a key press acts on the row and types nothing into the search field.
  await popup.press('Escape');
  await popup.press('e');
  await popup.waitFor(() => document.querySelector('[data-row] textarea'));
  await popup.press('Escape');
  await popup.waitFor(() => document.activeElement?.matches('[data-row]'));

  await popup.press('/');
  await popup.type('[data-search]', '#draw');
  await popup.waitFor(() => document.querySelector('.suggestions')?.textContent?.includes('#drawer'));
  await expectNoAxeViolations(popup);
  await popup.press('Enter');
  await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 1);
  await popup.type('[data-search]', '-gloves ');
  await popup.waitFor(() => document.querySelector('.message')?.textContent?.includes('No memory matches'));
  expect(
    await popup.evaluate(() =>
      Array.from(document.querySelectorAll('.filter-chips .chip'), (chip) => chip.textContent),
    ),
  ).toEqual(['#drawer', 'not “gloves”']);
  await expectNoAxeViolations(popup);
  await popup.press('Backspace');
  await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 1);
});

const garden = 'Beans want sun, water and a stake to climb on; lettuce wants shade and is eaten by snails at night. ';

function isInSight(found: string): boolean {
  const element = document.querySelector(found)!;
  const [part, box] = [element.closest('[data-scroller]')!, element].map((one) => one.getBoundingClientRect());
  return box!.bottom < part!.bottom && box!.top > part!.top;
}

test('shows the first marked word of a long memory in the popup and in the library', async () => {
  const memory = await client.memories.create({ content: `${garden.repeat(100)}Sow radishes in March. ${garden}` });
  await open();
  await popup.type('[data-search]', 'radishes ');
  await popup.waitFor(() => document.querySelector('[data-row] mark')?.textContent === 'radishes');
  await popup.press('Enter');
  await popup.waitFor(() => document.querySelector('.reader-text mark')?.textContent === 'radishes');
  expect(await popup.evaluate(isInSight, '.reader-text mark')).toBe(true);

  const library = await browser.newPage(browser.address('library.html'));
  await library.type('[data-search]', 'radishes ');
  await library.waitFor(() => document.querySelector('[data-row] mark')?.textContent === 'radishes');
  await library.press('Enter');
  await library.waitFor(() => document.querySelector('.pane-text mark')?.textContent === 'radishes');
  expect(await library.evaluate(isInSight, '.pane-text mark')).toBe(true);
  await library.close();
  await client.memories.delete(memory.id);
});

test('finds a long memory by the meaning of one passage, and shows that passage', async () => {
  await client.memories.create({
    content: `${garden.repeat(60)}That quiet hotel in Portugal: room twelve, ask for the back, breakfast in the courtyard. ${garden.repeat(5)}`,
  });
  await open();
  await popup.type('[data-search]', 'where we slept on our holiday in Lisbon');
  await popup.waitFor(() =>
    [...document.querySelectorAll('[data-row] .memory-text')].some((text) =>
      /^… .*Portugal/s.test(text.textContent ?? ''),
    ),
  );
  await popup.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-row]')]
      .find((row) => row.textContent?.includes('Portugal'))!
      .focus(),
  );
  await popup.press('Enter');
  await popup.waitFor(() => document.querySelector('.passage')?.textContent?.includes('Portugal'));
  expect(await popup.evaluate(isInSight, '.passage')).toBe(true);
  await expectNoAxeViolations(popup);
});

test('lists memories of similar meaning below the open memory, and opens them', async () => {
  const [hotel, holiday] = [
    'A quiet hotel in Lisbon: ask for a room at the back.',
    'Hotels in Lisbon for our holiday in May',
  ];
  const { id } = await client.memories.create({ content: hotel });
  await client.memories.create({ content: holiday });
  await client.memories.create({ content: 'The boiler needs a new valve before winter.' });
  await until('both to be indexed', async () => {
    const { memories } = await client.memories.search({ like: { memoryId: id } });
    return memories.some(({ content, match }) => content === holiday && match.certain);
  });
  await open();
  await popup.type('[data-search]', 'room at the back');
  await popup.waitFor((text) => document.querySelector('[data-row] .memory-text')?.textContent === text, hotel);
  await popup.press('Enter');
  await popup.waitFor(() => document.querySelector('.reader-related button'));
  await expectNoAxeViolations(popup);
  const names = () => Array.from(document.querySelectorAll('.reader-related button'), (one) => one.textContent);
  expect(await popup.evaluate(names)).toContain(holiday);
  expect((await popup.evaluate(names)).join()).not.toContain('boiler');
  await clickWithText(popup, '.reader-related button', holiday);
  await popup.waitFor((text) => document.querySelector('.reader-text')?.textContent === text, holiday);
});

test('keeps the focus in the search field if there is an earlier draft', async () => {
  await client.memories.create({ content: 'Swifts leave in August.' });
  await open();
  await popup.press('ArrowDown');
  await popup.waitFor(() => document.activeElement?.matches('[data-row]'));
  await popup.press('n');
  await popup.waitFor(() => document.activeElement?.matches('.save textarea'));
  await popup.type('.save textarea', 'Ask Anna for the name of the inn');
  await popup.reload();
  await popup.waitFor(() => document.querySelector('.draft-line'));
  for (const key of 'wifi') await popup.press(key);
  expect(await popup.evaluate(() => document.querySelector<HTMLInputElement>('[data-search]')?.value)).toBe('wifi');
  await popup.press('Escape');
  await popup.waitFor(() => document.querySelector('.save-words')?.textContent === 'Ask Anna for the name of the inn');
  await popup.click('.draft-line .button');
});

test('in the list of keys and search filters, no key or filter overlaps its explanation', async () => {
  await client.memories.create({ content: 'Swifts leave in August.' });
  await open();
  await popup.press('ArrowDown');
  await popup.waitFor(() => document.activeElement?.matches('[data-row]'));
  await popup.press('?');
  await popup.waitFor(() => document.querySelector('.keys')?.hasAttribute('open'));
  const terms = () =>
    Array.from(document.querySelectorAll('.keys dt'), (term) => ({
      name: term.textContent,
      overlaps:
        Math.max(...Array.from(term.children, (key) => key.getBoundingClientRect().right)) >
        term.nextElementSibling!.getBoundingClientRect().left,
    }));
  const found = await popup.evaluate(terms);
  expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(['in:House']));
  expect(found.filter(({ overlaps }) => overlaps)).toEqual([]);
  await popup.press('Escape');
});
