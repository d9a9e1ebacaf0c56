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
  ({ connection, page } = await listPage(3));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/**
 * Focuses the rows one after the other. Returns, for each row, the names of the elements that Tab reaches while the
 * last row is the current one.
 */
async function stopsAfterAll(screen: Screen, wrap: (list: ComponentChildren) => ComponentChildren) {
  renderList(page, screen, wrap);
  screen.results.type('heron ');
  const rows = () => [...page.document.querySelectorAll<InstanceType<typeof page.HTMLElement>>('[data-row]')];
  await vi.waitFor(() => expect(rows()).toHaveLength(3), { timeout: 3_000 });
  await connection.untilIdle();
  for (const [index] of rows().entries()) {
    rows()[index]!.focus();
    await vi.waitFor(() => expect(rows()[index]!.querySelector('[title^="Delete"]')).not.toBeNull());
  }
  return rows().map((row) =>
    [row, ...row.querySelectorAll<InstanceType<typeof page.HTMLElement>>('button, input')]
      .filter(({ tabIndex }) => tabIndex >= 0)
      .map((stop) => stop.getAttribute('aria-label') ?? stop.getAttribute('title') ?? 'the row'),
  );
}

const actions = ['Edit (e)', 'Tag (#)', 'Copy (c)', 'More like this (m)', 'Delete (Del)'];

it('Tab goes through the controls of the current row only, then leaves the list of the popup', async () => {
  const stops = await stopsAfterAll(popupOn(undefined, connection), (list) => list);
  expect(stops).toEqual([[], [], ['the row', ...actions]]);
});

it('Tab goes through the controls of the current row only, then leaves the list of the library', async () => {
  const library = libraryOn(connection);
  const stops = await stopsAfterAll(library, (children) => h(LibraryContext.Provider, { value: library, children }));
  expect(stops).toEqual([[], [], ['the row', expect.stringContaining('Select: Heron'), ...actions]]);
});
