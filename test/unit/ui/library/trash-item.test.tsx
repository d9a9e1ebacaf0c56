import { Window } from 'happy-dom';
import { h, render } from 'preact';
import { afterEach, expect, test, vi } from 'vitest';
import { LibraryContext } from '../../../../src/ui/library/context.ts';
import { TrashItem } from '../../../../src/ui/library/trash-section.tsx';
import { libraryOn } from './library-on.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Renders a memory as an item of the trash. Its text is `height` px high, in a space of 66 px. */
async function renderItem(memory: { content: string; title?: string }, height = 0) {
  const library = libraryOn();
  const created = await library.connection.client.memories.create(memory);
  const window = new Window();
  vi.stubGlobal('document', window.document);
  vi.stubGlobal('ResizeObserver', window.ResizeObserver);
  vi.spyOn(window.HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(height);
  vi.spyOn(window.HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(66);
  const item = h(TrashItem, { memory: created, canWrite: false });
  render(h(LibraryContext.Provider, { value: library, children: item }), window.document.body);
  await new Promise((resolve) => setTimeout(resolve, 20));
  return window.document;
}

test('offers “Read all” only if the text isn’t fully visible', async () => {
  const content = 'The name of the violin maker in Cremona.\nShe wrote it on the programme.';
  expect((await renderItem({ content }, 66)).querySelector('button')).toBeNull();
  expect((await renderItem({ content }, 88)).querySelector('button')?.textContent).toContain('Read all');
});

test('shows the title, and the whole text on demand', async () => {
  const content = `${'The first lines. '.repeat(40)}\n\nThe end.`;
  const document = await renderItem({ content, title: 'The ferry' });
  const text = () => document.body.textContent;
  expect([text().includes('The ferry'), text().includes('The end.')]).toEqual([true, false]);
  document.querySelectorAll('button')[0]!.click();
  await vi.waitFor(() => expect(text()).toContain('The end.'));
});
