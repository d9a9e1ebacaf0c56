import { Window } from 'happy-dom';
import { signal } from '@preact/signals';
import { h, render } from 'preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FrameContext } from '../../../../src/ui/components/frame.ts';
import { ScreenContext } from '../../../../src/ui/components/screen.ts';
import { BulkBar, type BulkForm } from '../../../../src/ui/library/bulk-bar.tsx';
import { LibraryContext } from '../../../../src/ui/library/context.ts';
import { libraryOn } from './library-on.ts';

let page: Window;

beforeEach(() => {
  page = new Window();
  for (const name of ['document', 'Element', 'HTMLElement', 'Node'] as const) vi.stubGlobal(name, page[name]);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function opened(library: ReturnType<typeof libraryOn>, form: BulkForm) {
  const memory = await library.connection.client.memories.create({ content: 'Heron', tags: ['bird'] });
  library.selection.add([memory]);
  const bar = h(BulkBar, { form: signal(form), leave: () => {} });
  const screen = h(ScreenContext.Provider, { value: library, children: bar });
  const frame = h(FrameContext.Provider, { value: library, children: screen });
  render(h(LibraryContext.Provider, { value: library, children: frame }), page.document.body);
  const { document } = page;
  const input = (name: string) =>
    document.querySelector<InstanceType<typeof page.HTMLInputElement>>(`input[aria-label="${name}"]`)!;
  return {
    stored: () => library.connection.client.memories.read(memory.id),
    complete: () => document.querySelector<InstanceType<typeof page.HTMLButtonElement>>('[type=submit]')!,
    press: (name: string) =>
      document.querySelector<InstanceType<typeof page.HTMLButtonElement>>(`button[aria-label="${name}"]`)!.click(),
    type(name: string, text: string): void {
      input(name).value = text;
      input(name).dispatchEvent(new page.Event('input', { bubbles: true }));
    },
    suggestions: (name: string) =>
      [...document.querySelectorAll(`datalist[id="${input(name).getAttribute('list')}"] option`)].map(
        (option) => option.textContent,
      ),
  };
}

it('can apply a tag that is still being typed', async () => {
  const form = await opened(libraryOn(), 'tags');
  expect(form.complete().disabled).toBe(true);
  form.type('Tags', 'river');
  await vi.waitFor(() => expect(form.complete().disabled).toBe(false));
  form.complete().click();
  await vi.waitFor(async () => expect((await form.stored()).tags).toEqual(['bird', 'river']));
});

it('shows the name of a new collection even if the list of collections doesn’t have it yet', async () => {
  const library = libraryOn();
  const form = await opened(
    { ...library, collections: { ...library.collections, byId: () => undefined } },
    'collection',
  );
  form.press('New collection');
  await vi.waitFor(() => form.type('New collection', 'Cellar'));
  form.complete().click();
  await vi.waitFor(() => expect(library.shownNotice()[0]).toBe('Moved 1 memory to “Cellar”'));
});

it('completes the name of a collection, and moves the memories to the existing one', async () => {
  const library = libraryOn();
  const cellar = await library.collections.create('Cellar');
  const form = await opened(library, 'collection');
  form.press('New collection');
  await vi.waitFor(() => expect(form.suggestions('New collection')).toEqual(['Cellar']));
  form.type('New collection', 'cellar');
  form.complete().click();
  await vi.waitFor(async () => expect((await form.stored()).collection).toBe(cellar.id));
  expect((await library.connection.client.collections.list()).collections).toHaveLength(1);
});
