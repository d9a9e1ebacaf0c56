import { Window } from 'happy-dom';
import { h, render, type ComponentChildren } from 'preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ListArea } from '../../../../src/ui/components/list-area.tsx';
import { ScreenContext, type Screen } from '../../../../src/ui/components/screen.ts';
import { LibraryContext } from '../../../../src/ui/library/context.ts';
import { connectToService, type TestConnection } from '../connection.ts';
import { libraryOn } from '../library/library-on.ts';
import { popupOn } from '../popup/screen.ts';

let connection: TestConnection;
let page: Window;

beforeEach(async () => {
  connection = connectToService();
  page = new Window();
  for (const name of ['document', 'Element', 'HTMLElement', 'Node'] as const) vi.stubGlobal(name, page[name]);
  for (let number = 1; number <= 12; number++) await connection.client.memories.create({ content: `Heron ${number}` });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Types into a screen's search field. Records each number of rows that its list had, other than 0. */
async function search(screen: Screen, wrap: (list: ComponentChildren) => ComponentChildren = (list) => list) {
  const none = () => {};
  const list = h(ListArea, { renderEmpty: () => null, toSearch: none, back: none, saveQuery: undefined });
  render(wrap(h(ScreenContext.Provider, { value: screen, children: list })), page.document.body);
  const rows = () => page.document.querySelectorAll<InstanceType<typeof page.HTMLElement>>('[data-row]');
  const counts: number[] = [];
  new page.MutationObserver(() => {
    const { length } = rows();
    if (length > 0 && counts.at(-1) !== length) counts.push(length);
  }).observe(page.document.body, { childList: true, subtree: true });
  screen.results.type('heron ');
  await vi.waitFor(() => expect(rows().length).toBeGreaterThan(0), { timeout: 3_000 });
  return { rows, counts, has: (count: number) => vi.waitFor(() => expect(rows()).toHaveLength(count)) };
}

it('the popup renders the rows in sight first, and the others soon after', async () => {
  const { rows, counts, has } = await search(popupOn(undefined, connection));
  await has(12);
  expect(counts).toEqual([9, 12]);
  expect(rows()[0]!.getAttribute('aria-setsize')).toBe('12');
});

it('the popup renders all rows as soon as one has the focus, and keeps them', async () => {
  const popup = popupOn(undefined, connection);
  const { rows } = await search(popup);
  expect(rows()).toHaveLength(9);
  rows()[8]!.focus();
  await connection.untilIdle();
  expect(rows()).toHaveLength(12);
  popup.results.touch(false);
  await popup.results.refresh();
  expect(rows()).toHaveLength(12);
});

it('the library renders all results at once', async () => {
  const library = libraryOn(connection);
  const { counts, has } = await search(library, (children) => h(LibraryContext.Provider, { value: library, children }));
  await has(12);
  expect(counts).toEqual([12]);
});
