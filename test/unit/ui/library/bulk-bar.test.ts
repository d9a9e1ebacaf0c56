import { Window } from 'happy-dom';
import { signal } from '@preact/signals';
import { h, render } from 'preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ScreenContext } from '../../../../src/ui/components/screen.ts';
import { BulkBar, type BulkForm } from '../../../../src/ui/library/bulk-bar.tsx';
import { LibraryContext } from '../../../../src/ui/library/context.ts';
import { libraryOn } from './library-on.ts';

let page: Window;

beforeEach(() => {
  page = new Window();
  for (const name of ['document', 'Element', 'HTMLElement', 'Node', 'ResizeObserver'] as const)
    vi.stubGlobal(name, page[name]);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it('can apply a tag that is still being typed', async () => {
  const library = libraryOn();
  const memory = await library.connection.client.memories.create({ content: 'Heron', tags: ['bird'] });
  library.selection.add([memory]);
  const bar = h(BulkBar, { form: signal<BulkForm>('tags'), leave: () => {} });
  const screen = h(ScreenContext.Provider, { value: library, children: bar });
  render(h(LibraryContext.Provider, { value: library, children: screen }), page.document.body);
  const apply = () => page.document.querySelector<InstanceType<typeof page.HTMLButtonElement>>('[type=submit]')!;
  expect(apply().disabled).toBe(true);
  const field = page.document.querySelector<InstanceType<typeof page.HTMLInputElement>>('input.tags-entry')!;
  field.value = 'river';
  field.dispatchEvent(new page.Event('input', { bubbles: true }));
  await vi.waitFor(() => expect(apply().disabled).toBe(false));
  apply().click();
  await vi.waitFor(async () =>
    expect((await library.connection.client.memories.read(memory.id)).tags).toEqual(['bird', 'river']),
  );
});
