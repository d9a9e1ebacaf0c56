// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { readSelection } from '../../../../src/extension/reader/read-selection.ts';
import { showPage } from './show-page.ts';

const html = `<nav>Home</nav><article lang="pt"><h2 id="h">The room</h2>
  <p id="p">Room <b>twelve</b>, <a href="/lisbon">Lisbon</a>: ask for the back.</p>
  <ul id="u"><li id="one">First</li><li id="two">Second</li><li>Third</li></ul>
  <pre id="c"><code class="language-js">const a = 1;\nuse(a);</code></pre><blockquote id="q"><p>Never hurry.</p></blockquote>
  <p style="display:none">secret</p><script>hidden()</script><p id="end">The end of it all.</p></article>`;

/** Selects from the beginning of `from` to the end of `to`. */
function select(from: string, to: string): void {
  const find = (text: string, atEnd: boolean): [Node, number] => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null)
      if (node.data.includes(text)) return [node, node.data.indexOf(text) + (atEnd ? text.length : 0)];
    throw new Error(`no ${text}`);
  };
  document.getSelection()!.setBaseAndExtent(...find(from, false), ...find(to, true));
}

const read = () => readSelection(document, document.implementation.createHTMLDocument(), 'https://example.org/x');

test.each([
  ['words within a paragraph as they are', 'ask for', 'the back', 'ask for the back'],
  [
    'emphasis and links',
    'Room ',
    'the back.',
    'Room **twelve**, [Lisbon](https://example.org/lisbon): ask for the back.',
  ],
  ['a heading with the text under it', 'The room', 'twelve', '## The room\n\nRoom **twelve**'],
  ['items of a list', 'First', 'Second', '- First\n- Second'],
  ['lines of code', 'const a', 'use(a)', '```js\nconst a = 1;\nuse(a)\n```'],
  ['words of code', 'a = 1', '1;', 'a = 1;'],
  ['a block quote, without hidden text', 'Never hurry', 'The end', '> Never hurry.\n\nThe end'],
])('keeps %s', (_, from, to, markdown) => {
  showPage(html);
  select(from, to);
  expect(read()?.markdown).toBe(markdown);
});

test('keeps the text around a quote, with line breaks between blocks, without hidden text', () => {
  showPage(html);
  select('twelve', 'Lisbon');
  expect(read()).toMatchObject({
    quote: {
      prefix: 'Home\nThe room\nRoom ',
      suffix: ': ask for the back.\nFirst\nSecond\nThird\nconst a = 1; use(a);',
    },
    language: 'pt',
  });
  select('Never hurry.', 'Never hurry.');
  expect(read()?.quote.suffix).toBe('\nThe end of it all.');
});

test('returns nothing if a field has the focus', () => {
  showPage(`${html}<input type="password" value="secret">`);
  select('Never hurry.', 'Never hurry.');
  document.querySelector('input')!.focus();
  expect(read()).toBeUndefined();
});

test('returns nothing if nothing is selected', () => {
  showPage(html);
  document.getSelection()!.removeAllRanges();
  expect(read()).toBeUndefined();
});
