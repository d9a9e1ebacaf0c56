import { signal } from '@preact/signals';
import { Window } from 'happy-dom';
import { h, render } from 'preact';
import { afterEach, expect, test, vi } from 'vitest';
import { MemoryText } from '../../../../src/ui/components/memory-text.tsx';
import { ScreenContext } from '../../../../src/ui/components/screen.ts';
import { popupOn } from '../popup/screen.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Renders the text of a found memory. `all` returns the text of each element that a selector matches. */
async function renderText(content: string, match: { words: string[]; passage?: { start: number; end: number } }) {
  const popup = popupOn(undefined);
  const memory = await popup.connection.client.memories.create({ content });
  const found = { certain: true, keyword: 1, semantic: null, passage: null, ...match };
  await popup.open();
  const view = popup.results.view.value!;
  const results = { ...popup.results, view: signal({ ...view, memories: [{ ...memory, match: found }] }) };
  const { document } = new Window();
  vi.stubGlobal('document', document);
  const child = h(MemoryText, { memory, class: 'reader-text' });
  render(h(ScreenContext.Provider, { value: { ...popup, results }, children: child }), document.body);
  const all = (selector: string) => Array.from(document.querySelectorAll(selector), ({ textContent }) => textContent);
  return { text: document.querySelector('.reader-text')!, all };
}

test('web and mail addresses in a memory’s text are links, and markup stays text', async () => {
  const { text, all } = await renderText('<b>See</b> https://example.org/a?b=c, or anna@example.org.', { words: [] });
  expect(text.textContent).toBe('<b>See</b> https://example.org/a?b=c, or anna@example.org.');
  expect(all('b')).toEqual([]);
  const attributes = Array.from(text.querySelectorAll('a'), (link) =>
    ['href', 'target', 'rel'].map((name) => link.getAttribute(name)),
  );
  expect(attributes).toEqual([
    ['https://example.org/a?b=c', '_blank', 'noopener noreferrer'],
    ['mailto:anna@example.org', '_blank', 'noopener noreferrer'],
  ]);
});

test('found words are marked inside a link and outside of it', async () => {
  const { all } = await renderText('A heron, https://example.org/heron, is a heron', { words: ['heron'] });
  expect([all('mark'), all('a mark'), all('a')]).toEqual([
    ['heron', 'heron', 'heron'],
    ['heron'],
    ['https://example.org/heron'],
  ]);
});

test('the mark of a passage found by meaning continues through a link', async () => {
  const content = 'Before. The heron: https://example.org/heron at dawn. After.';
  const [start, end] = [content.indexOf('The'), content.indexOf(' After')];
  const { all } = await renderText(content, { words: [], passage: { start, end } });
  expect(all('a')).toEqual(['https://example.org/heron']);
  expect(all('.passage')).toEqual(['The heron: ', 'https://example.org/heron', ' at dawn.']);
  const inside = await renderText(content, { words: [], passage: { start: content.lastIndexOf('heron'), end } });
  expect([inside.all('a'), inside.all('.passage')]).toEqual([['https://example.org/heron'], ['heron', ' at dawn.']]);
});
