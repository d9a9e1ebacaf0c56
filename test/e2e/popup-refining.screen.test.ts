import { afterEach, expect, test } from 'vitest';
import { browserKind, launchBrowser, type ExtensionBrowser, type Page } from '../../scripts/browsers/index.ts';
import { engineState } from '../support/engine-control.ts';
import { searchAnswer, hit, memory, recent, usage } from '../support/stand-in-answers.ts';
import { extensionWithEngine } from '../support/stand-in-engine.ts';

const hotel = hit(memory(1, 'The quiet hotel by the harbour'), { words: ['quiet', 'hotel'] });
const list = hit(memory(2, 'Hotel list, quiet ones first'), { words: ['hotel', 'quiet'] });
const room = hit(memory(3, 'Room twelve, ask for the back'));
const tax = hit(memory(4, 'The tax return is due in May'), { certain: false });

const answers = [
  usage(4),
  ...recent([tax, room, list, hotel]),
  searchAnswer('"quiet hotel","mode":"keyword"', 'keyword', [hotel, list]),
  // The response is late, so that a row can be selected before it arrives.
  searchAnswer('"quiet hotel","mode":"hybrid"', 'hybrid', [room, list, hotel, tax], 1_500),
  // A search for an incomplete query finds nothing.
  searchAnswer('"mode"', 'keyword', []),
];

let browser: ExtensionBrowser | undefined;

afterEach(async () => {
  await browser?.close();
  browser = undefined;
});

async function popupWith(typed: string): Promise<Page> {
  browser = await launchBrowser({ extension: extensionWithEngine(browserKind(), answers, { state: engineState() }) });
  const popup = await browser.newPage(browser.address('popup.html'));
  await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 4);
  await popup.type('[data-search]', typed);
  await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 2);
  return popup;
}

const texts = () => Array.from(document.querySelectorAll('[data-row] .memory-text'), (row) => row.textContent);
const isComplete = () => document.querySelectorAll('[data-row]').length === 4;

test('shows keyword results at once, and reorders them when results by meaning arrive', async () => {
  const popup = await popupWith('quiet hotel');
  expect(await popup.evaluate(texts)).toEqual([hotel, list].map(({ content }) => content));
  await popup.waitFor(isComplete);
  expect(await popup.evaluate(texts)).toEqual([room, list, hotel, tax].map(({ content }) => content));
  expect(
    await popup.evaluate(() => Array.from(document.querySelectorAll('.memory-why'), (why) => why.textContent)),
  ).toEqual(['by meaning', '“hotel” “quiet”', '“quiet” “hotel”', 'by meaning']);
  expect(await popup.text('.status-words')).toBe('3 memories found');
  expect(
    await popup.evaluate(() => document.querySelector('.divider + [role=feed]')?.textContent?.includes('tax return')),
  ).toBe(true);
});

test('keeps the selected row in position when results by meaning arrive, until the user leaves the list', async () => {
  const popup = await popupWith('quiet hotel');
  await popup.press('ArrowDown');
  const position = () => {
    const row = document.activeElement?.closest('[data-row]');
    return row && { text: row.querySelector('.memory-text')?.textContent, top: row.getBoundingClientRect().top };
  };
  const before = await popup.evaluate(position);
  expect(before?.text).toBe(hotel.content);
  await popup.waitFor(isComplete);
  expect(await popup.evaluate(position)).toEqual(before);
  expect(await popup.evaluate(texts)).toEqual([hotel, room, list, tax].map(({ content }) => content));
  expect(await popup.text('.status-act')).toContain('Best first');
  await popup.press('/');
  await popup.waitFor(
    (first) => document.querySelector('[data-row] .memory-text')?.textContent === first,
    room.content,
  );
});

test('shows each new list from its top, however far the previous list was scrolled', async () => {
  const many = Array.from({ length: 20 }, (_, index) => memory(index + 1, `Note ${index + 1}`));
  const answers = [
    usage(20),
    ...recent(many),
    searchAnswer(
      '"mode"',
      'hybrid',
      many.map((one) => hit(one, { words: ['note'] })),
    ),
  ];
  browser = await launchBrowser({ extension: extensionWithEngine(browserKind(), answers, { state: engineState() }) });
  const popup = await browser.newPage(browser.address('popup.html'));
  await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 20);
  await popup.evaluate(() => document.querySelector('.list')?.scrollTo(0, 300));
  await popup.waitFor(() => document.querySelector('.list')?.scrollTop === 300);
  await popup.type('[data-search]', 'note');
  await popup.waitFor(() => document.querySelectorAll('.memory mark').length === 20);
  expect(await popup.evaluate(() => document.querySelector('.list')?.scrollTop)).toBe(0);
});
