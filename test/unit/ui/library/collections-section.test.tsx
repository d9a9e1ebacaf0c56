import { Window } from 'happy-dom';
import { h, render } from 'preact';
import { afterEach, expect, test, vi } from 'vitest';
import { FrameContext } from '../../../../src/ui/components/frame.ts';
import { CollectionsSection } from '../../../../src/ui/library/collections-section.tsx';
import { LibraryContext } from '../../../../src/ui/library/context.ts';
import type { SectionName } from '../../../../src/ui/library/route.ts';
import { libraryOn } from './library-on.ts';

let shown: Element | undefined;

afterEach(() => {
  if (shown !== undefined) render(null, shown);
  vi.unstubAllGlobals();
});

function sectionOf(sections: readonly SectionName[] = ['memories', 'collections']) {
  const library = libraryOn();
  return {
    library,
    async show() {
      const { document, MutationObserver } = new Window();
      vi.stubGlobal('document', document);
      vi.stubGlobal('MutationObserver', MutationObserver);
      const section = h(CollectionsSection, {});
      const framed = h(FrameContext.Provider, { value: library, children: section });
      render(h(LibraryContext.Provider, { value: { ...library, sections }, children: framed }), document.body);
      await vi.waitFor(() => expect(library.tags.value.value).toBeDefined());
      await vi.waitFor(() => expect(document.querySelector('.items, .item-about')).not.toBeNull());
      shown = document.body as unknown as Element;
      return shown;
    },
  };
}

test('lists collections and tags alike: a heading, the name with its count, and the same buttons', async () => {
  const { library, show } = sectionOf();
  const { client } = library.connection;
  const { id: collection } = await client.collections.create({ name: 'House' });
  await client.memories.create({ content: 'Bleed the radiators', tags: ['home'], collection });
  const body = await show();
  await vi.waitFor(() => expect(body.querySelectorAll('.item')).toHaveLength(2));
  const texts = (selector: string) => [...body.querySelectorAll(selector)].map(({ textContent }) => textContent);
  expect(texts('h3')).toEqual(['Collections', 'Tags']);
  expect(texts('.item-words')).toEqual(['House 1 memory', '#home 1 memory']);
  expect(texts('.item-ways')).toEqual(['RenameDelete', 'RenameDelete']);
});

test('says in the same way that there are no collections and no tags', async () => {
  const body = await sectionOf().show();
  await vi.waitFor(() => expect(body.querySelectorAll('.item-about')).toHaveLength(2));
  expect([...body.querySelectorAll('.item-about')].map(({ textContent }) => textContent)).toEqual([
    'No collections yet',
    'No tags yet',
  ]);
});

test('mentions tokens only if the library has a section for them', async () => {
  expect((await sectionOf().show()).querySelector('.part-lead')?.textContent).not.toContain('Tokens');
  const withTokens = await sectionOf(['memories', 'collections', 'tokens']).show();
  expect(withTokens.querySelector('.part-lead')?.textContent).toContain('Tokens can be limited to collections.');
});
