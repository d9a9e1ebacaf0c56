import { Window } from 'happy-dom';
import { h, render } from 'preact';
import { afterEach, expect, test, vi } from 'vitest';
import { LibraryContext } from '../../../../src/ui/library/context.ts';
import { TrashItem } from '../../../../src/ui/library/trash-section.tsx';
import { libraryOn } from './library-on.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('shows the title of a deleted memory, and the whole text on demand', async () => {
  const library = libraryOn();
  const content = `${'The first lines. '.repeat(40)}\n\nThe end.`;
  const memory = await library.connection.client.memories.create({ content, title: 'The ferry' });
  const { document } = new Window();
  vi.stubGlobal('document', document);
  const item = h(TrashItem, { memory, canWrite: false });
  render(h(LibraryContext.Provider, { value: library, children: item }), document.body);
  const text = () => document.body.textContent;
  expect([text().includes('The ferry'), text().includes('The end.')]).toEqual([true, false]);
  document.querySelectorAll('button')[0]!.click();
  await vi.waitFor(() => expect(text()).toContain('The end.'));
});
