import { expect, test } from 'vitest';
import { addressOf, plainLines } from '../../../../src/ui/text/quote-address.ts';

const url = 'https://example.org/room#top';
const address = (content: string, prefix = '', suffix = '') =>
  addressOf({ url, content, capture: { kind: 'selection', quote: { prefix, suffix } } });
const fragment = (text: string) => `https://example.org/room#top:~:text=${text}`;

test.each([
  ['a short quote by its whole text', 'ask for the back', '', '', 'ask%20for%20the%20back'],
  [
    'a long quote by its first and last words',
    'one two three four five six seven eight nine ten eleven twelve thirteen',
    '',
    '',
    'one%20two%20three%20four%20five,nine%20ten%20eleven%20twelve%20thirteen',
  ],
  [
    'a quote of several blocks by its first and last block',
    '## The room\n\nAsk for the **back**',
    '',
    '',
    'The%20room,Ask%20for%20the%20back',
  ],
  [
    'a quote also by the complete words around it',
    'twelve',
    'In May, room ',
    ', ask for the ba',
    'May%2C%20room-,twelve,-%2C%20ask%20for',
  ],
  ['a quote without the words of neighbouring blocks', 'twelve', 'The house\n', '\nThe end', 'twelve'],
  ['a quote with hyphens and commas, encoded', 'well-made, a-b', '', '', 'well%2Dmade%2C%20a%2Db'],
])('the address identifies %s', (_, content, prefix, suffix, text) => {
  expect(address(content, prefix, suffix)).toBe(fragment(text));
});

test('the address has no text fragment if there is no quote or no text', () => {
  expect(addressOf({ url, content: 'x', capture: null })).toBe(url);
  expect(addressOf({ url: null, content: 'x', capture: null })).toBeNull();
  expect(address('---')).toBe(url);
});

test('reads Markdown as the text that a page shows', () => {
  expect(
    plainLines(
      '# Title\n\n> A **bold** `code_name` _word_ [link](https://example.org/a)\n\n- one\n  1. two\n\n```js\nuse(a)\n```',
    ),
  ).toEqual(['Title', 'A bold code_name word link', 'one', 'two', 'use(a)']);
});

test('the address of a PDF has the page number', () => {
  const paper = 'https://example.org/paper.pdf';
  const capture = { kind: 'pdf', page: 12 } as const;
  expect(addressOf({ url: `${paper}#page=1`, content: 'x', capture })).toBe(`${paper}#page=12`);
});

test.each(['javascript:alert(1)', 'no address', 'https://a b'])(
  'ignores an address that no tab should open: %s',
  (bad) => {
    expect(addressOf({ url: bad, content: 'x', capture: null })).toBeNull();
    expect(addressOf({ url: bad, content: 'x', capture: { kind: 'pdf', page: 2 } })).toBeNull();
  },
);
