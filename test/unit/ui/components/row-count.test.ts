import type { Window } from 'happy-dom';
import { h, type ComponentChildren } from 'preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Screen } from '../../../../src/ui/components/screen.ts';
import { LibraryContext } from '../../../../src/ui/library/context.ts';
import type { TestConnection } from '../connection.ts';
import { libraryOn } from '../library/library-on.ts';
import { popupOn } from '../popup/screen.ts';
import { listPage, renderList } from './list-page.ts';

let connection: TestConnection;
let page: Window;

beforeEach(async () => {
  ({ connection, page } = await listPage(12));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Searches on a screen for “heron”. Records each number of rows that the list had, except 0. */
async function search(screen: Screen, wrap?: (list: ComponentChildren) => ComponentChildren) {
  renderList(page, screen, wrap);
  const rows = () => page.document.querySelectorAll<InstanceType<typeof page.HTMLElement>>('[data-row]');
  const counts: number[] = [];
  new page.MutationObserver(() => {
    const { length } = rows();
    if (length > 0 && counts.at(-1) !== length) counts.push(length);
  }).observe(page.document.body, { childList: true, subtree: true });
  screen.results.type('heron ');
  await vi.waitFor(() => expect(rows().length).toBeGreaterThan(0), { timeout: 3_000 });
  return { rows, counts, untilRows: (count: number) => vi.waitFor(() => expect(rows()).toHaveLength(count)) };
}

it('the popup renders the rows in sight first, and the others soon after', async () => {
  const { rows, counts, untilRows } = await search(popupOn(undefined, connection));
  await untilRows(12);
  expect(counts).toEqual([9, 12]);
  expect(rows()[0]!.getAttribute('aria-setsize')).toBe('12');
});

it('the popup renders all rows as soon as a row has the focus, and keeps all rows after a refresh', async () => {
  const popup = popupOn(undefined, connection);
  const { rows } = await search(popup);
  expect(rows()).toHaveLength(9);
  rows()[8]!.focus();
  await connection.untilIdle();
  expect(rows()).toHaveLength(12);
  popup.results.setTouched(false);
  await popup.results.refresh();
  expect(rows()).toHaveLength(12);
});

it('the library renders all results at once', async () => {
  const library = libraryOn(connection);
  const { counts, untilRows } = await search(library, (children) =>
    h(LibraryContext.Provider, { value: library, children }),
  );
  await untilRows(12);
  expect(counts).toEqual([12]);
});
