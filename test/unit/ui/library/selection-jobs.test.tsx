import { Window } from 'happy-dom';
import { render } from 'preact';
import { afterEach, expect, it, vi } from 'vitest';
import { FrameContext } from '../../../../src/ui/components/frame.ts';
import { ScreenContext } from '../../../../src/ui/components/screen.ts';
import { LibraryContext } from '../../../../src/ui/library/context.ts';
import { MemoriesSection } from '../../../../src/ui/library/memories-section.tsx';
import { holdResponses, passThrough } from '../connection.ts';
import { libraryOn } from './library-on.ts';

let page: Window;

afterEach(async () => {
  const removeListener = vi.spyOn(page.document, 'removeEventListener');
  render(null, page.document.body);
  // The section removes its listener from the global `document` a moment after it was unmounted.
  await vi.waitFor(() => expect(removeListener).toHaveBeenCalled());
  vi.unstubAllGlobals();
});

/** The open list of the memories “one”, “two” and “three”. */
async function openList() {
  // Renders all rows, since `WindowedRows` needs row sizes, which only a real browser has.
  const library = { ...libraryOn(), Rows: undefined as never };
  for (const content of ['three', 'two', 'one']) await library.connection.client.memories.create({ content });
  await library.refresh();
  page = new Window();
  for (const name of ['document', 'Element', 'HTMLElement', 'Node', 'MutationObserver', 'HTMLInputElement'] as const)
    vi.stubGlobal(name, page[name]);
  render(
    <FrameContext.Provider value={library}>
      <ScreenContext.Provider value={library}>
        <LibraryContext.Provider value={library}>
          <MemoriesSection />
        </LibraryContext.Provider>
      </ScreenContext.Provider>
    </FrameContext.Provider>,
    page.document.body,
  );
  const find = <Found extends 'button' | 'input'>(kind: Found, name: string) =>
    [...page.document.querySelectorAll(kind)].find((element) =>
      (element.getAttribute('aria-label') ?? element.textContent).startsWith(name),
    )!;
  const shown = () => page.document.querySelector('.bulk-count')?.textContent;
  return {
    library,
    shown,
    shows: (count: string | undefined) => vi.waitFor(() => expect(shown()).toBe(count)),
    choose(...names: string[]): void {
      for (const name of names) find('input', `Select: ${name}`).click();
    },
    pressDelete(): void {
      const row = page.document.querySelector('[data-row]')!;
      row.dispatchEvent(new page.KeyboardEvent('keydown', { key: 'Delete', bubbles: true }));
    },
    click: (name: string) => find('button', name).click(),
    typeTag(text: string): void {
      const field = find('input', 'Tags');
      field.value = text;
      field.dispatchEvent(new page.Event('input', { bubbles: true }));
    },
    offers: (name: string) => find('button', name) !== undefined,
    typedTag: () => find('input', 'Tags')?.value,
  };
}

it('Del clears the selection once the job begins, and keeps what is selected during the job', async () => {
  const { library, shows, choose, pressDelete } = await openList();
  choose('one');
  await shows('1 selected');
  const responses = holdResponses();
  library.connection.handleWith(responses.handler);
  pressDelete();
  await shows(undefined);
  choose('two', 'three');
  await shows('2 selected');
  library.connection.handleWith(passThrough);
  responses.release(0);
  await vi.waitFor(() => expect(library.shownNotice()[0]).toBe('Deleted 1 memory'));
  await library.connection.untilIdle();
  await shows('2 selected');
});

it.each([
  ['Del', ({ pressDelete }: Awaited<ReturnType<typeof openList>>) => pressDelete()],
  ['the Delete button', ({ click }: Awaited<ReturnType<typeof openList>>) => click('Delete')],
])('%s keeps the selection if another job is running', async (_, remove) => {
  const list = await openList();
  const { library, choose, shows } = list;
  const running = Promise.withResolvers<void>();
  void library.jobs.run('Exporting', [1], () => running.promise);
  choose('one', 'two');
  await shows('2 selected');
  remove(list);
  await vi.waitFor(() => expect(library.shownNotice()[0]).toMatch(/^Something else is still running/));
  await shows('2 selected');
  running.resolve();
});

it('keeps the typed tags if another job is running, so that they can be applied afterwards', async () => {
  const { library, choose, shows, click, typeTag, typedTag } = await openList();
  const running = Promise.withResolvers<void>();
  const job = library.jobs.run('Exporting', [1], () => running.promise);
  choose('one');
  await shows('1 selected');
  click('Tag');
  await vi.waitFor(() => typeTag('river'));
  click('Apply');
  await vi.waitFor(() => expect(library.shownNotice()[0]).toMatch(/^Something else is still running/));
  expect(typedTag()).toBe('river');
  running.resolve();
  await job;
  click('Apply');
  await vi.waitFor(() => expect(library.shownNotice()[0]).toBe('Tags of 1 memory changed'));
  await shows(undefined);
});

it('keeps the choice of an export format open if another job is running', async () => {
  const { library, choose, shows, click, offers } = await openList();
  const running = Promise.withResolvers<void>();
  void library.jobs.run('Deleting', [1], () => running.promise);
  choose('one');
  await shows('1 selected');
  click('Export');
  await vi.waitFor(() => click('Commonplace file'));
  await vi.waitFor(() => expect(library.shownNotice()[0]).toMatch(/^Something else is still running/));
  expect(offers('Commonplace file')).toBe(true);
  running.resolve();
});
