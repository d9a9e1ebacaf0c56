// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { findQuotes } from '../../../../src/extension/reader/mark-quotes.ts';
import { showPage } from './show-page.ts';

beforeEach(() =>
  showPage(`<h1>The room</h1><script>var hidden = 'ask for the back'</script><p>In May, ask for the <b>back</b>.</p>
    <p>In winter, ask for the back!</p><p>部屋は静かです。</p>`),
);

/**
 * Returns the text of each found quote as the page has it, and the beginning of the element in which the quote begins.
 */
const find = (text: string, prefix = '') =>
  findQuotes(document.body, [{ id: 'one', text, prefix }]).map(({ range }) => [
    range.toString(),
    range.startContainer.parentElement?.textContent?.slice(0, 7),
  ]);

test('finds a quote that spans elements, and ignores case, spaces and punctuation', () => {
  expect(find('ASK  for the back.')).toEqual([['ask for the back', 'In May,']]);
  expect(find('静かです')).toEqual([['静かです', '部屋は静かです']]);
});

test('distinguishes equal quotes by the text before them', () => {
  expect(find('ask for the back', 'In winter, ')).toEqual([['ask for the back', 'In wint']]);
  expect(find('ask for the back', 'words that have gone ')).toEqual([['ask for the back', 'In May,']]);
});

test('doesn’t find a quote that is missing, hidden or only punctuation', () => {
  expect(find('ask for the front')).toEqual([]);
  expect(find('var hidden')).toEqual([]);
  expect(find(' — ')).toEqual([]);
});

const composed = 'Café';
const decomposed = 'Cafe\u0301';

test.each([
  ['decomposed accents', `<p>At the ${decomposed}.</p>`, decomposed, decomposed],
  ['accents that are composed only in the quote', `<p>At the ${decomposed}.</p>`, composed, decomposed],
  ['accents that are composed only on the page', `<p>At the ${composed}.</p>`, decomposed, composed],
  ['Hangul that is decomposed only on the page', '<p>\u1100\u1161\u11a8 x</p>', '각', '\u1100\u1161\u11a8'],
  ['a last letter outside the Basic Multilingual Plane', '<p>The letter 𝕏.</p>', 'letter 𝕏', 'letter 𝕏'],
  ['Greek that is in capitals only on the page', '<p>ΟΔΟΣ ΝΕΑ</p>', 'Οδός', 'ΟΔΟΣ'],
])('finds the whole of a quote with %s', (_, page, quote, marked) => {
  showPage(page);
  expect(find(quote).map(([text]) => text)).toEqual([marked]);
});
